import { once } from 'node:events';
import { connect as connectTcp, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { hostOf, isPublic, PrivateAddress, publicLookup } from '../../webhooks/addresses.ts';

/**
 * Connects to the server of an address, with TLS if it is https, and closes the connection: nothing is sent. Rejects with
 * the reason if that fails.
 */
export async function reach(url: string, allowPrivate: boolean, signal: AbortSignal): Promise<void> {
  const { protocol, port } = new URL(url);
  const isTls = protocol === 'https:';
  const host = hostOf(url);
  // IP addresses need no lookup.
  if (!allowPrivate && isIP(host) !== 0 && !isPublic(host)) throw new PrivateAddress(host);
  const where = {
    ...{ host, port: Number(port) || (isTls ? 443 : 80) },
    ...(!allowPrivate && { lookup: publicLookup }),
  };
  const socket = isTls
    ? connectTls({ ...where, ...(isIP(host) === 0 && { servername: host }) })
    : connectTcp(where);
  try {
    await once(socket, isTls ? 'secureConnect' : 'connect', { signal });
  } finally {
    socket.on('error', () => undefined).destroy();
  }
}
