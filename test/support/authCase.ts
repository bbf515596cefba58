import type { Hub } from '../../src/core/mcp/hub.ts';
import type { HubOptions } from '../../src/core/mcp/hubOptions.ts';
import { AuthorizationServer } from '../servers/auth/authorizationServer.ts';
import { FollowingBrowser } from '../servers/auth/followingBrowser.ts';
import { ProtectedServer } from '../servers/auth/protectedServer.ts';
import { HubFixture } from './hubFixture.ts';

/** A hub with one protected server, "tracker", its authorization server, and a person who signs in when asked to. */
export class AuthCase {
  readonly fixture = new HubFixture();
  readonly browser = new FollowingBrowser();
  readonly authorization: AuthorizationServer;
  readonly server: ProtectedServer;
  readonly #more: AuthorizationServer[] = [];

  static async start(): Promise<AuthCase> {
    const authorization = await AuthorizationServer.start();
    return new AuthCase(authorization, await ProtectedServer.start(authorization));
  }

  constructor(authorization: AuthorizationServer, server: ProtectedServer) {
    this.authorization = authorization;
    this.server = server;
  }

  /** A hub of this case; all of them share the home and the secrets. */
  hub(oauth: Readonly<Record<string, unknown>> = {}, options: Partial<HubOptions> = {}): Promise<Hub> {
    const tracker = { type: 'http', url: this.server.url, oauth };
    return this.fixture.hub({ tracker }, { signInSurface: this.browser, ...options });
  }

  async anotherAuthorizationServer(): Promise<AuthorizationServer> {
    const server = await AuthorizationServer.start();
    this.#more.push(server);
    return server;
  }

  async dispose(): Promise<void> {
    await this.fixture.dispose();
    await this.server.dispose();
    await Promise.all([this.authorization, ...this.#more].map((server) => server.dispose()));
  }
}
