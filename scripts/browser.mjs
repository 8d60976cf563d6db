/** Finds a Chromium for the end-to-end tests, or gets one. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { environment, execute, installed } from './setup.mjs';

// The headless shell first: it is what Playwright downloads too, and draws no window that nobody sees.
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];
const PLACES = [
  '/usr/bin',
  '/usr/local/bin',
  '/snap/bin',
  '/opt/google/chrome',
  '/usr/lib/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const runs = (path, ...args) => spawnSync(path, args, { stdio: 'ignore' }).status === 0;

function existing() {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...PLACES];
  const files = [
    ...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))),
    ...PLACES.slice(-2),
  ];
  // Ubuntu's chromium-browser is a script that asks for a snap: what does not run is no browser.
  return files.find((file) => existsSync(file) && runs(file, '--version'));
}

async function playwrightsOwn() {
  const { chromium } = await import('playwright');
  return existsSync(chromium.executablePath());
}

/**
 * Returns the browser's path, or '' for the one that Playwright downloads and finds by itself.
 * Throws when there is none and none can be had.
 */
export async function findBrowser(node) {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const found = existing();
  if (found) return found;
  if (await playwrightsOwn()) return '';
  if (process.getuid?.() === 0 && runs('apt-get', '--version')) {
    console.log("No browser found: installing Debian's chromium ...");
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await execute('apt-get', ['update', '-qq'], env);
    // Older ones have no headless shell of its own.
    for (const name of ['chromium-headless-shell', 'chromium']) {
      const packages = [name, 'fonts-noto-core'];
      await execute('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], env);
      const debians = existing();
      if (debians) return debians;
    }
  }
  console.log("No browser found: downloading Playwright's chromium ...");
  const status = await execute(node, [installed('playwright'), 'install', 'chromium'], environment(node));
  if (status === 0) return '';
  throw new Error('The end-to-end tests need a browser: install Chromium or Chrome, or set CHROMIUM_PATH.');
}
