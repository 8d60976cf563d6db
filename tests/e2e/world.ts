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

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done));
  const address = probe.address();
  await new Promise((done) => probe.close(done));
  return typeof address === 'object' && address ? address.port : 0;
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
