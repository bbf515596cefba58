import type { SignInSurface } from '../../src/core/mcp/auth/signInSurface.ts';

/**
 * A browser whose person agrees to everything: it goes to the address, and where it is sent from there it goes too,
 * which is where the host waits for the answer.
 */
export const redirectFollower: SignInSurface = {
  async openBrowser(address) {
    const consent = await fetch(address, { redirect: 'manual' });
    const location = consent.headers.get('location');
    if (location === null) throw new Error(`${address.origin} answered ${consent.status} and redirected nowhere`);
    const arrival = await fetch(new URL(location, address), { redirect: 'manual' });
    await arrival.arrayBuffer();
    return true;
  },
  externalAddress: (loopback) => Promise.resolve(loopback),
};
