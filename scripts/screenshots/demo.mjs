/**
 * Importing this module starts what the pictures are taken of: a server of their own with the demonstration's data, and a
 * browser. `end` stops both.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findBrowser } from '../browser.mjs';
import { buildConsole, environment, fail, root, setup } from '../setup.mjs';

export const PASSWORD = 'demo-password-1';
export const CUSTOMER = 'customer@demo.test';
export const ADMIN = 'admin@demo.test';
/** In CSS pixels. */
export const SIZES = { wide: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];

const data = mkdtempSync(join(tmpdir(), 'screenshots-'));

const node = await setup();
if ((await buildConsole(node)) !== 0) fail('The console could not be built: the message is above.');

/** A port that was free a moment ago. The server's own choice would be too late for PUBLIC_URL. */
async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Starts the server on a free port; answers its address once it listens. */
async function startServer() {
  const port = await freePort();
  // The demonstration, whatever this shell would have the server use.
  const {
    DATABASE_URL: _,
    SMPP_URL: __,
    SIMULATOR: ___,
    ...env
  } = environment(node, {
    HOST: '127.0.0.1',
    PORT: String(port),
    // Browsers know passkeys on localhost, and not at an address in numbers.
    PUBLIC_URL: `http://localhost:${port}`,
    DATA_DIR: data,
    LOG_LEVEL: 'warn',
    // Slow enough for a picture of a campaign that is under way.
    DISPATCH_BATCH: '20',
    SIMULATOR_LATENCY: '1000',
  });
  const child = spawn(node, [join(root, 'server', 'main.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface(child.stdout)) {
    const url = /console is at (http:\/\/localhost:\d+)/.exec(line)?.[1];
    if (url) return { child, url: url.replace('localhost', '127.0.0.1') };
  }
  return fail('The server ended before it was ready.');
}

const { chromium } = await import('playwright');
const { child, url } = await startServer();
child.stdout.resume();
const executablePath = (await findBrowser(node)) || undefined;
export const browser = await chromium.launch({ executablePath, args: ARGUMENTS });

/** Waits until nothing of the page is loading or moving. */
export async function settle(page) {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(
    () =>
      !document.querySelector('.MuiSkeleton-root, main [aria-busy="true"]') &&
      document.fonts.status === 'loaded',
  );
  await page.waitForLoadState('networkidle');
}

/** A page of a browser profile of its own, in this size, theme and language. */
export async function open({ size = 'wide', mode = 'light', language = 'en' } = {}) {
  const context = await browser.newContext({ viewport: SIZES[size], reducedMotion: 'reduce' });
  const preferences = JSON.stringify({ language, mode, digits: 'latin' });
  await context.addInitScript((value) => localStorage.setItem('preferences', value), preferences);
  return context.newPage();
}

const tokens = new Map();

/** A token of this user, who signs in once. */
export async function tokenOf(email) {
  if (!tokens.has(email)) {
    const response = await fetch(`${url}/v1/login/${email === CUSTOMER ? '' : 'admin/'}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: PASSWORD }),
    });
    tokens.set(email, (await response.json()).data.token);
  }
  return tokens.get(email);
}

/** A page of somebody who has signed in, the customer unless said otherwise. */
export async function openSignedIn(options, email = CUSTOMER) {
  const page = await open(options);
  await page.context().addCookies([{ name: 'token', value: await tokenOf(email), url }]);
  return page;
}

export { url };

/** Stops the browser and the server, and deletes its data. */
export async function end() {
  await browser.close();
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
  rmSync(data, { recursive: true, force: true });
}
