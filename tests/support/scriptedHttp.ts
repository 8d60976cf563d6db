import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** Answers one request, whose head is given, with whatever octets a test wants. */
type Script = (socket: Socket, head: string) => void;

/** An HTTP server over a bare socket, for answers that no HTTP library would write. */
export async function startScriptedHttp(): Promise<{
  url: string;
  requests(): number;
  answerWith(script: Script): void;
  close(): void;
}> {
  let script: Script = () => undefined;
  let requests = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    let read = Buffer.alloc(0);
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    socket.on('data', (chunk) => {
      read = Buffer.concat([read, chunk]);
      const end = read.indexOf('\r\n\r\n');
      if (end < 0) return;
      const head = read.subarray(0, end).toString('latin1');
      const length = end + 4 + Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
      if (read.length < length) return;
      read = read.subarray(length);
      requests++;
      script(socket, head);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    requests: () => requests,
    answerWith(next) {
      script = next;
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** A whole answer. */
export function answerOf(
  body: string | Uint8Array,
  head: Readonly<Record<string, string>> = {},
  status = 200,
) {
  const content = Buffer.from(body as string);
  const lines = Object.entries({ 'content-length': String(content.length), ...head });
  const start = [`HTTP/1.1 ${status} -`, ...lines.map(([name, value]) => `${name}: ${value}`), '', ''].join(
    '\r\n',
  );
  return Buffer.concat([Buffer.from(start), content]);
}

/** The answer that ends HTTP on its connection: what follows is another protocol. */
export const UPGRADE =
  'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n';
