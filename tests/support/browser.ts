import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright';
import { onTestFinished } from 'vitest';

const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const PATIENCE = 30_000;

/** A tab of its own browser profile, and all that went wrong in it without being shown. */
interface Tab {
  page: Page;
  /** Errors and warnings of its console, errors of its scripts, and requests that got no answer. */
  complaints: string[];
  /** Takes away the complaints that this test brought about; throws when there is none. */
  excuse(pattern: RegExp): void;
}

export interface RunningBrowser {
  /** Opens a tab that closes with the test; when the test fails, its picture is kept. */
  open(options?: BrowserContextOptions): Promise<Tab>;
  /** Opens one that stays until it is closed, for what several tests look at. */
  openFor(options?: BrowserContextOptions): Promise<Tab & { close(): Promise<void> }>;
  close(): Promise<void>;
}

/** Chromium without a window: CHROMIUM_PATH, else the machine's own, else the one that Playwright downloaded. */
export async function launchBrowser(): Promise<RunningBrowser> {
  const executablePath = process.env.CHROMIUM_PATH || PLACES.find(existsSync);
  const browser = await chromium.launch({ args: ARGUMENTS, ...(executablePath && { executablePath }) });
  return {
    open: (options) => openForTest(browser, options),
    openFor: (options) => openTab(browser, options),
    close: () => browser.close(),
  };
}

async function openTab(browser: Browser, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    // What moves is waited for, and says nothing more when it does.
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    complaints.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => complaints.push(`script: ${error.stack ?? error.message}`));
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? '';
    // A page that is left gives up what it had asked for.
    if (why !== 'net::ERR_ABORTED') complaints.push(`no answer: ${request.url()} ${why}`);
  });
  return {
    page,
    complaints,
    excuse(pattern: RegExp) {
      const others = complaints.filter((complaint) => !pattern.test(complaint));
      if (others.length === complaints.length) throw new Error(`nothing complained of ${pattern}`);
      complaints.splice(0, complaints.length, ...others);
    },
    close: () => context.close(),
  };
}

async function openForTest(browser: Browser, options?: BrowserContextOptions): Promise<Tab> {
  const tab = await openTab(browser, options);
  const { page, complaints } = tab;
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') {
      const path = join('test-results', `${task.name.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.png`);
      await page.screenshot({ path }).then(
        () => console.error(`${task.name}: the page when it failed is ${path}, at ${page.url()}`),
        () => {},
      );
      if (complaints.length > 0) console.error(complaints.join('\n'));
    }
    await tab.close();
  });
  return tab;
}
