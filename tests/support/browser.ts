import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
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
  // A key that scrolls has done so when the next line looks: what loads meanwhile can end the movement half way.
  '--disable-smooth-scrolling',
  // Saves a process, and starts none in advance for a site that never comes: some 6 % less processor time.
  '--in-process-gpu',
  '--disable-site-isolation-trials',
  // Pages live for seconds, so compiling their code for speed never pays off, but compiling it plainly at once does. With a
  // large young generation few objects are copied before they die.
  '--js-flags=--no-maglev,--no-opt,--always-sparkplug,--min-semi-space-size=32,--max-semi-space-size=32',
];
const PATIENCE = 30_000;
export const VIEWPORT = { width: 1280, height: 800 };
/** The events that tests listen to. */
const EVENTS = ['console', 'pageerror', 'request', 'requestfinished', 'requestfailed', 'response', 'dialog'];

/** A tab in a browser profile of its own, with all the errors that the page did not show. */
interface Tab {
  page: Page;
  /** Errors and warnings in its console, script errors, and requests without an answer. */
  complaints: string[];
  /** Removes the complaints that this test caused on purpose; throws if there are none. */
  excuse(pattern: RegExp): void;
}

export interface RunningBrowser {
  /** Opens a tab that closes with the test; if the test fails, its screenshot is kept. */
  open(): Promise<Tab>;
  /** Opens a tab that stays until it is closed, for several tests. */
  openFor(): Promise<Tab & { close(): Promise<void> }>;
  close(): Promise<void>;
}

/** Headless Chromium: CHROMIUM_PATH, otherwise the machine's own, otherwise Playwright's download. */
export async function launchBrowser(): Promise<RunningBrowser> {
  const executablePath = process.env.CHROMIUM_PATH || PLACES.find(existsSync);
  const browser = await chromium.launch({ args: ARGUMENTS, ...(executablePath && { executablePath }) });
  const kept: Page[] = [];
  return {
    open: () => openForTest(browser, kept),
    async openFor() {
      const page = kept.pop() ?? (await newPage(browser));
      return { ...openTab(page), close: () => leave(page, kept) };
    },
    close: () => browser.close(),
  };
}

/** Characters of what a page shows in the report of a failure, for those who do not have the picture. */
const TOLD = 3000;

/** Milliseconds: longer than React delays anything. */
const SHORT = 400;

/**
 * Tracks which of the page's short timers are still pending, and whether React still has something to draw, which it
 * does bit by bit and tells itself by a message: for `complete` and `drawn` (tests/e2e/accessScan.ts).
 */
function countWork(short: number): void {
  const pending = new Set<number>();
  const drawing = new Set<MessageChannel>();
  const { setTimeout, clearTimeout, MessageChannel } = window;
  Reflect.set(window, 'pendingTimers', pending);
  Reflect.set(window, 'pendingChannels', drawing);
  class CountedChannel extends MessageChannel {
    constructor() {
      super();
      const post = this.port2.postMessage.bind(this.port2);
      this.port2.postMessage = (message: unknown, ...more: [object?]) => {
        drawing.add(this);
        post(message, more[0] as StructuredSerializeOptions);
      };
      // Before the handler of the page, which may send the next one.
      this.port1.addEventListener('message', () => drawing.delete(this));
    }
  }
  Reflect.set(window, 'MessageChannel', CountedChannel);
  Reflect.set(window, 'setTimeout', (work: TimerHandler, delay = 0, ...given: unknown[]) => {
    const id = setTimeout(
      (...late: unknown[]) => {
        pending.delete(id);
        (work as (...late: unknown[]) => void)(...late);
      },
      delay,
      ...given,
    );
    if (delay <= short) pending.add(id);
    return id;
  });
  Reflect.set(window, 'clearTimeout', (id: number) => {
    pending.delete(id);
    clearTimeout(id);
  });
}

/** Pages that were changed in a way that cannot be undone. */
const marked = new WeakSet<Page>();
function mark(page: Page, of: object, name: string): void {
  const own: (...given: unknown[]) => unknown = Reflect.get(of, name);
  Reflect.set(of, name, (...given: unknown[]) => {
    marked.add(page);
    return own.apply(of, given);
  });
}

async function newPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    viewport: VIEWPORT,
    // Waits for movements to end, after which they cause no more events.
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(PATIENCE);
  // A headless browser never reports that it has printed, so the page would keep its print layout.
  await context.addInitScript(() => {
    window.print = () => undefined;
  });
  await context.addInitScript(countWork, SHORT);
  const page = await context.newPage();
  mark(page, page, 'addInitScript');
  mark(page, page.clock, 'install');
  return page;
}

function openTab(page: Page): Tab {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    complaints.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => complaints.push(`script: ${error.stack ?? error.message}`));
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? '';
    // A page that is left cancels its requests.
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
  };
}

/** Resets a page so that it is as good as new. Throws if it cannot. */
async function clean(page: Page): Promise<void> {
  const context = page.context();
  if (context.pages().length !== 1) throw new Error('the test has opened others, or closed it');
  for (const event of EVENTS) page.removeAllListeners(event);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  // A page of the same origin that runs nothing. A blank page would get a process of its own.
  await page.goto(new URL('/icon.svg', page.url()).href);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await context.clearCookies();
  await page.setViewportSize(VIEWPORT);
  await page.emulateMedia({ media: null });
  await page.mouse.move(0, 0);
}

/**
 * A page costs half as much if its process has run the console's code before, so it is `kept` for the next
 * test.
 */
async function leave(page: Page, kept: Page[]): Promise<void> {
  const isClean =
    !marked.has(page) &&
    (await clean(page).then(
      () => true,
      () => false,
    ));
  if (isClean) kept.push(page);
  else await page.context().close();
}

async function openForTest(browser: Browser, kept: Page[]): Promise<Tab> {
  const page = kept.pop() ?? (await newPage(browser));
  const tab = openTab(page);
  onTestFinished(async ({ task }) => {
    if (task.result?.state !== 'fail') return leave(page, kept);
    const path = join('test-results', `${task.name.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.png`);
    await page.screenshot({ path }).then(
      () => console.error(`${task.name}: the page when it failed is ${path}, at ${page.url()}`),
      () => {},
    );
    const shown = page.locator('body, main').last();
    console.error((await shown.ariaSnapshot({ timeout: 1000 }).catch(() => '')).slice(0, TOLD));
    if (tab.complaints.length > 0) console.error(tab.complaints.join('\n'));
    await page.context().close();
  });
  return tab;
}
