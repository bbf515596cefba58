import { generate } from 'selfsigned';
import type { Certificate } from './remoteServer.ts';

/** A certificate that signs itself, made anew. `host` is the only name it is for. */
export async function selfSigned(host: string, validUntil = new Date(Date.now() + 86_400_000)): Promise<Certificate> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: host }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(validUntil.getTime() - 2 * 86_400_000),
    notAfterDate: validUntil,
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: host }] }],
  });
  return { key, cert };
}
