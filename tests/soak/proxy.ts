import { createServer, connect as dial, type Socket } from 'node:net';

/**
 * What happens to the bytes of each connection: `pass`; `delay` holds each piece back; `blackhole` keeps connections
 * open and lets nothing through; `deaf` and `mute` do so one way only, to the client and from it.
 */
export type Weather = 'pass' | 'delay' | 'throttle' | 'blackhole' | 'deaf' | 'mute';

/** A TCP proxy on loopback. */
export interface TcpProxy {
  port: number;
  weather(now: Weather): void;
  /** Resets every connection. */
  cut(): void;
  close(): Promise<void>;
}

const DELAY_MS = 300;
const PIECE = 2048;

/** Forwards to a port on loopback or to a unix socket. */
export async function startProxy(target: () => number | string): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const waiting = new Set<() => void>();
  let weather: Weather = 'pass';

  const canPass = (fromClient: boolean) =>
    !(weather === 'blackhole' || (fromClient ? weather === 'mute' : weather === 'deaf'));
  const passing = (fromClient: boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!canPass(fromClient)) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });
  const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

  /** One piece at a time, so that what waits keeps its order; the kernel's buffers hold the rest. */
  const forward = async (from: Socket, to: Socket, fromClient: boolean) => {
    try {
      for await (const chunk of from as AsyncIterable<Buffer>) {
        for (let at = 0; at < chunk.length; at += weather === 'throttle' ? PIECE : chunk.length) {
          if (!canPass(fromClient)) await passing(fromClient);
          if (weather === 'delay' || weather === 'throttle') await pause(DELAY_MS);
          const piece = weather === 'throttle' ? chunk.subarray(at, at + PIECE) : chunk.subarray(at);
          if (to.destroyed) return;
          if (!to.write(piece))
            await new Promise((resolve) => to.once('drain', resolve).once('close', resolve));
        }
      }
      if (!canPass(fromClient)) await passing(fromClient);
      to.end();
    } catch {
      to.destroy();
    }
  };

  const server = createServer((client) => {
    const at = target();
    const peer = typeof at === 'number' ? dial(at, '127.0.0.1') : dial(at);
    for (const [one, other] of [
      [client, peer],
      [peer, client],
    ] as const) {
      one.setNoDelay(true);
      sockets.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        sockets.delete(one);
        // A peer behind a black hole does not hear that the other end has gone.
        void passing(one === client).then(() => other.destroy());
      });
    }
    void forward(client, peer, true);
    void forward(peer, client, false);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    weather(now) {
      weather = now;
      for (const look of [...waiting]) look();
    },
    cut() {
      // A reset is TCP's; a unix socket has none.
      for (const socket of sockets) socket.remotePort ? socket.resetAndDestroy() : socket.destroy();
    },
    async close() {
      weather = 'pass';
      for (const look of [...waiting]) look();
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
