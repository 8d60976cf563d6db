import { createServer } from 'node:net';
import { launchBrowser, type RunningBrowser } from '../support/browser.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { type RunningSimulator, startSimulator } from '../support/simulator.ts';

/** What a journey takes place in: the server with its demonstration, an operator, and a browser. */
export interface World {
  server: RunningServer;
  operator: RunningSimulator;
  browser: RunningBrowser;
  close(): Promise<void>;
}

/** Below the ports that Linux gives to outgoing connections, any of which could take one again before the server does. */
const PORTS = { from: 15_000, count: 15_000 };

async function freePort(): Promise<number> {
  const port = PORTS.from + Math.floor(Math.random() * PORTS.count);
  const probe = createServer();
  const isFree = await new Promise<boolean>((done) => {
    probe.once('error', () => done(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)));
  });
  return isFree ? port : freePort();
}

/**
 * Starts all three. `simulator` are its flags, `link` what the SMPP address ends with, such as `?window=5`;
 * `environment` may be made of the address that the server is going to have.
 * The server keeps its port through a restart, as the page that is open expects.
 */
export async function startWorld({
  simulator = {},
  link = '',
  environment = {},
}: {
  simulator?: Record<string, string | number>;
  link?: string;
  environment?: Record<string, string> | ((url: string) => Record<string, string>);
} = {}): Promise<World> {
  const [operator, browser, port] = await Promise.all([
    startSimulator({ undelivered: 0, 'receipt-after': 50, ...simulator }),
    launchBrowser(),
    freePort(),
  ]);
  const server = await startServer({
    LOG_LEVEL: 'warn',
    PORT: String(port),
    SMPP_URL: operator.url + link,
    ...(typeof environment === 'function' ? environment(`http://127.0.0.1:${port}`) : environment),
  });
  return {
    server,
    operator,
    browser,
    async close() {
      await browser.close();
      await server.kill('SIGTERM');
      await operator.kill();
    },
  };
}
