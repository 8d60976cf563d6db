/**
 * `npm run screenshots`: takes the pictures of README and docs into docs/screenshots/. Each is 1280x800 or 390x844, and
 * small enough to be committed. `npm run screenshots -- --sheets` takes contact sheets of every route instead
 * (screenshots/sheets.mjs), `-- --evidence` the few sheets that are committed (screenshots/evidence.mjs), `-- --dialogs`
 * those of what people see when they sign in, prove who they are, and decide (screenshots/dialogs.mjs), `-- --provider`
 * only the pictures of screenshots/provider.mjs.
 */
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { ADMIN, end, open, openSignedIn, SIZES, settle, url } from './screenshots/demo.mjs';
import { takeDialogs } from './screenshots/dialogs.mjs';
import { takeEvidence } from './screenshots/evidence.mjs';
import { providerPages } from './screenshots/provider.mjs';
import { takeSheets } from './screenshots/sheets.mjs';
import { root } from './setup.mjs';

const MOST_BYTES = 200_000;
const folder = join(root, 'docs', 'screenshots');

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

async function takePictures() {
  mkdirSync(folder, { recursive: true });
  await publicPages();
  await signedInPages();
  await firstSteps();
  await design();
  await paper();
  await campaign();
  await staffPages();
  // Last: it adds a link, a price and colleagues, which the other pictures do not have.
  await providerPages(shoot);
}

try {
  const [what, ...more] = process.argv.slice(2);
  if (what === '--sheets') process.exitCode = await takeSheets(more);
  else if (what === '--evidence') process.exitCode = await takeEvidence(more);
  else if (what === '--dialogs') process.exitCode = await takeDialogs(more);
  else if (what === '--provider') await providerPages(shoot);
  else await takePictures();
} finally {
  await end();
}
