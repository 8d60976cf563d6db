/**
 * `npm run screenshots`: takes the pictures of README and docs into docs/screenshots/, from a server of its
 * own with the demonstration's data. Each is 1280x800 or 390x844, and small enough to be committed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findBrowser } from './browser.mjs';
import { buildConsole, environment, fail, setup } from './setup.mjs';

const PASSWORD = 'demo-password-1';
const CUSTOMER = 'customer@demo.test';
const ADMIN = 'admin@demo.test';
const SIZES = { wide: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
const MOST_BYTES = 200_000;
const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(root, 'docs', 'screenshots');
const data = mkdtempSync(join(tmpdir(), 'screenshots-'));

const node = await setup();
if ((await buildConsole(node)) !== 0) fail('The console could not be built: the message is above.');

/** Starts the server on a free port; answers its address once it listens. */
async function startServer() {
  // The demonstration, whatever this shell would have the server use.
  const {
    DATABASE_URL: _,
    SMPP_URL: __,
    SIMULATOR: ___,
    ...env
  } = environment(node, {
    HOST: '127.0.0.1',
    PORT: '0',
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
const browser = await chromium.launch({ executablePath, args: ARGUMENTS });

/** Waits until nothing of the page is loading or moving. */
async function settle(page) {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(
    () =>
      !document.querySelector('.MuiSkeleton-root, main [aria-busy="true"]') &&
      document.fonts.status === 'loaded',
  );
  await page.waitForLoadState('networkidle');
}

/** `under` is the heading that the picture begins with, the page's top otherwise. */
async function shoot(page, name, under) {
  await settle(page);
  await page.mouse.move(0, 0);
  await page.evaluate(() => scrollTo(0, 0));
  if (under) {
    const heading = page.getByRole('heading', { name: under });
    await heading.evaluate((element) => scrollTo(0, element.getBoundingClientRect().top - 100));
  }
  const path = join(folder, `${name}.png`);
  await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
  const { size } = statSync(path);
  console.log(`${name}.png  ${Math.round(size / 1024)} KB`);
  if (size > MOST_BYTES) console.error(`  is larger than ${MOST_BYTES / 1000} KB`);
}

/** A page of a browser profile of its own, in this size, theme and language. */
async function open({ size = 'wide', mode = 'light', language = 'en' } = {}) {
  const context = await browser.newContext({ viewport: SIZES[size], reducedMotion: 'reduce' });
  const preferences = JSON.stringify({ language, mode, digits: 'latin' });
  await context.addInitScript((value) => localStorage.setItem('preferences', value), preferences);
  return context.newPage();
}

const tokens = new Map();
async function openSignedIn(options, email = CUSTOMER) {
  if (!tokens.has(email)) {
    const response = await fetch(`${url}/v1/login/${email === CUSTOMER ? '' : 'admin/'}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: PASSWORD }),
    });
    tokens.set(email, (await response.json()).data.token);
  }
  const page = await open(options);
  await page.context().addCookies([{ name: 'token', value: tokens.get(email), url }]);
  return page;
}

const sheet = `Name,Mobile,City,Due
Sita Rai,9841234501,Kathmandu,1500
राम थापा,९८०१२३४५०२,Pokhara,2300
Gita Karki,+977 985-1234503,Butwal,450
Hari Lama,01-4412345,Kathmandu,100
Maya Gurung,98412345,Dharan,100
Sita R.,9841234501,Lalitpur,999
सरिता श्रेष्ठ,9801234504,भक्तपुर,750
Nabin KC,9861234505,Hetauda,1200
`;

async function importReview(page, name) {
  await page.goto(`${url}/contact/imports/create`);
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: /^Choose a file$/ }).click(),
  ]);
  await chooser.setFiles({ name: 'customers.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) });
  await page.getByRole('heading', { name: 'Preview' }).waitFor();
  await shoot(page, name, 'Preview');
}

const BODY = 'प्रिय {{name}}, हिमाल ट्रेडर्सको तर्फबाट विजया दशमीको हार्दिक शुभकामना!';

async function write(page, group = 'Customers') {
  await page.goto(`${url}/sms/bulk-sms`);
  await page.getByLabel('Campaign name').fill('Dashain greeting');
  await page.getByLabel('Text', { exact: true }).fill(BODY);
  await page.getByRole('tab', { name: /^Contact groups/ }).click();
  await page.getByRole('checkbox', { name: new RegExp(`^${group}`) }).check();
  await page.evaluate(() => document.activeElement?.blur());
}

async function check(page) {
  await page.getByRole('button', { name: 'Check recipients and cost' }).click();
  await page.getByRole('heading', { name: 'Check before sending' }).waitFor();
}

async function publicPages() {
  for (const [name, options, path = '/login'] of [
    ['sign-in', {}],
    ['sign-in-dark', { mode: 'dark' }],
    ['sign-in-nepali', { language: 'ne' }],
    ['sign-in-phone', { size: 'phone' }],
    ['register', {}, '/register'],
  ]) {
    const page = await open(options);
    await page.goto(url + path);
    await shoot(page, name);
    await page.context().close();
  }
}

async function signedInPages() {
  const looks = [
    ['', {}],
    ['-dark', { mode: 'dark' }],
    ['-phone', { size: 'phone' }],
  ];
  for (const [suffix, options] of looks) {
    const page = await openSignedIn(options);
    for (const [name, path] of [
      ['dashboard', '/'],
      ['contacts', '/contact'],
    ]) {
      await page.goto(url + path);
      await shoot(page, name + suffix);
    }
    await importReview(page, `import${suffix}`);
    await write(page);
    await shoot(page, `compose${suffix}`);
    await check(page);
    await shoot(page, `plan${suffix}`);
    await page.context().close();
  }
  const nepali = await openSignedIn({ language: 'ne' });
  await nepali.goto(url);
  await shoot(nepali, 'dashboard-nepali');
  await nepali.goto(`${url}/wallet/topup-history`);
  await shoot(nepali, 'topups-nepali');
  await nepali.context().close();
  await accountPages();
}

/** What the guides of docs/ show. */
async function accountPages() {
  const page = await openSignedIn();
  for (const [name, path] of [
    ['packages', '/packages/sms'],
    ['topup', '/wallet/topup-history/create'],
    ['daily', '/wallet/daily-consumption'],
    ['profile', '/profile'],
    ['kyc', '/kyc'],
  ]) {
    await page.goto(url + path);
    await shoot(page, name);
  }
  await page.goto(`${url}/wallet/topup-history`);
  await page.getByRole('link', { name: 'Tax invoice' }).first().click();
  await page.getByRole('heading', { name: /^Tax invoice/ }).waitFor();
  await shoot(page, 'invoice');
  await page.context().close();
}

/** The code that was mailed to this address, once it is in the outbox. */
async function codeFor(email) {
  for (let tries = 0; tries < 100; tries++) {
    const answer = await fetch(`${url}/dev/outbox?to=${encodeURIComponent(email)}`, {
      headers: { accept: 'application/json' },
    });
    const [mail] = (await answer.json()).results;
    if (mail) return mail.text.match(/\b\d{6}\b/)[0];
    await setTimeout(200);
  }
  throw new Error(`no mail to ${email}`);
}

/** What a new customer sees first: registers one with the code of its mail. */
async function firstSteps() {
  const email = 'new@demo.test';
  const page = await open();
  await page.goto(`${url}/register`);
  await page.getByLabel('Your name').fill('Gita Shrestha');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('momo and tea');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'Enter the code' }).waitFor();
  await page.getByLabel('Code', { exact: true }).fill(await codeFor(email));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('heading', { name: 'Send your first campaign' }).waitFor();
  await shoot(page, 'first-steps');
  await page.setViewportSize(SIZES.phone);
  await shoot(page, 'first-steps-phone');
  await page.context().close();
}

/** A list on paper: A4 across without its margins, asked for by somebody whose screen is dark. */
async function paper() {
  const page = await openSignedIn({ mode: 'dark' });
  await page.goto(`${url}/sms/consumption-history`);
  await settle(page);
  await page.setViewportSize({ width: 1032, height: 700 });
  await page.emulateMedia({ media: 'print' });
  await shoot(page, 'print');
  await page.context().close();
}

/** What docs/design.md compares: a status, an empty list, one without a match, a form with what is wrong. */
async function design() {
  const page = await openSignedIn();
  await page.goto(`${url}/sms/dispatch?${new URLSearchParams({ filter: JSON.stringify({ q: '98000' }) })}`);
  await shoot(page, 'no-match');
  await page.goto(`${url}/settings/webhooks`);
  await shoot(page, 'first-use');
  await page.goto(`${url}/contact/create`);
  await page.getByLabel('Phone').fill('98412');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Correct the fields marked').or(page.locator('.Mui-error')).first().waitFor();
  await shoot(page, 'form-errors');
  await page.goto(`${url}/sms/consumption-history`);
  await shoot(page, 'numbers');
  await page.context().close();
}

/** What the provider's people see. */
async function staffPages() {
  const page = await openSignedIn({}, ADMIN);
  for (const [name, path] of [
    ['staff-dashboard', '/'],
    ['users', '/users'],
    ['accounts', '/admin/accounts'],
    ['pricing', '/admin/product-pricing'],
    ['operator-links', '/admin/operator-links'],
    ['operator-link', '/admin/operator-links/create'],
    ['audit-log', '/admin/audit-log'],
  ]) {
    await page.goto(url + path);
    await shoot(page, name);
  }
  await page.goto(`${url}/admin/payment-references`);
  await page.getByRole('link', { name: '25,000.00' }).click();
  await page.getByRole('button', { name: /^Confirm/ }).waitFor();
  await shoot(page, 'review');
  await page.context().close();
}

/** One campaign under way, in every look. */
async function campaign() {
  const page = await openSignedIn();
  await write(page);
  await check(page);
  await page.getByRole('button', { name: /^Send [\d,]+ messages? for Rs/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Send \d+ messages$/ })
    .click();
  await page.waitForURL(/\/sms\/[0-9a-f-]{36}\/show$/);
  const address = page.url();
  await page.getByRole('link', { name: /^Delivered: / }).waitFor();
  await shoot(page, 'campaign');
  for (const [suffix, options] of [
    ['-dark', { mode: 'dark' }],
    ['-phone', { size: 'phone' }],
  ]) {
    const other = await openSignedIn(options);
    await other.goto(address);
    await shoot(other, `campaign${suffix}`);
    await other.context().close();
  }
  await page.context().close();
}

let failure;
try {
  mkdirSync(folder, { recursive: true });
  await publicPages();
  await signedInPages();
  await firstSteps();
  await design();
  await paper();
  await campaign();
  await staffPages();
} catch (error) {
  failure = error;
} finally {
  await browser.close();
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
  rmSync(data, { recursive: true, force: true });
}
if (failure) throw failure;
