import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A TCP port of this machine that nothing listens on now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * Resolves when something listens on a port of this machine; rejects if nothing does within `patience` ms.
 */
export async function listens(port: number, patience = 20_000): Promise<void> {
  for (const end = Date.now() + patience; ; await sleep(50)) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    if (Date.now() > end) throw new Error(`port ${port}: nothing listens within ${patience} ms`);
  }
}
