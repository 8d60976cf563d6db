/**
 * `npm run screenshots -- --evidence [--only=TEXT]`: one sheet of the twelve most important pages for each width, theme and
 * language (of those whose name contains TEXT, such as `390-en-light`), as WebP in docs/evidence/sheets/, and the table
 * that shows them in docs/evidence/ux.md. Unlike those of `--sheets` they are committed.
 */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { NOBODY } from '../../tests/e2e/routes.ts';
import { markdownTable } from '../markdownTable.ts';
import { root } from '../setup.mjs';
import { ADMIN, CUSTOMER, openSignedIn, settle, tokenOf, url } from './demo.mjs';
import { ask } from './journeySteps.mjs';
import { createMontage } from './montage.mjs';
import { LOOKS, WIDTHS } from './sheets.mjs';
import { textsIn } from './texts.mjs';

/** A window's height in CSS pixels, and how many of its pictures are side by side. */
const WINDOWS = {
  390: { height: 844, columns: 6 },
  768: { height: 1024, columns: 4 },
  1024: { height: 768, columns: 3 },
  1440: { height: 900, columns: 3 },
};
/** All sheets together. */
const MOST_BYTES = 4_000_000;
const folder = join(root, 'docs', 'evidence', 'sheets');
const page = join(root, 'docs', 'evidence', 'ux.md');

/** Fills in the composer, and goes on to the plan. */
const compose = (goesOn) => async (tab, language) => {
  const t = await textsIn(language);
  await tab.goto(`${url}/sms/bulk-sms`);
  await tab.locator('#compose-name').fill('Dashain greeting');
  await tab.locator('#compose-body').fill('प्रिय {{name}}, हिमाल ट्रेडर्सको तर्फबाट विजया दशमीको हार्दिक शुभकामना!');
  await tab.getByRole('tab', { name: t('compose.tabs.groups') }).click();
  await tab.getByRole('checkbox', { name: /^Customers/ }).check();
  await tab.evaluate(() => document.activeElement?.blur());
  if (!goesOn) return;
  await tab.getByRole('button', { name: t('compose.check') }).click();
  await tab.getByRole('heading', { name: t('plan.title') }).waitFor();
};

const at = (path) => (tab) => tab.goto(url + path);

/** The pages of a sheet in their order: whose, and how to get there. */
async function listPages() {
  const read = async (email, path) => (await ask(path, { token: await tokenOf(email) })).results ?? [];
  const campaigns = await read(CUSTOMER, '/v1/sms/compose/?status=completed&page_size=1');
  const payments = await read(CUSTOMER, '/v1/credit/user-payment-reference/?page_size=100');
  const waiting = await read(ADMIN, '/v1/autho/kyc/?status=pending&page_size=1');
  const idOf = ([first]) => first?.uuid ?? NOBODY;
  const invoice = payments.find((payment) => payment.invoice)?.invoice ?? NOBODY;
  return [
    { name: 'Dashboard', open: at('/') },
    { name: 'Contacts', open: at('/contact') },
    { name: 'Composer', open: compose(false) },
    { name: 'Plan', open: compose(true) },
    { name: 'Campaign', open: at(`/sms/${idOf(campaigns)}/show`) },
    { name: 'Invoice', open: at(`/wallet/invoices/${invoice}`) },
    { name: 'Wallet', open: at('/wallet/history') },
    { name: 'Verification (KYC)', open: at('/kyc') },
    { name: 'API keys', open: at('/settings/api-keys') },
    { name: 'Staff: dashboard', open: at('/'), email: ADMIN },
    { name: 'Staff: accounts', open: at('/admin/accounts'), email: ADMIN },
    { name: 'Staff: review', open: at(`/kyc/${idOf(waiting)}`), email: ADMIN },
  ];
}

/** Pictures of these pages as one look of one width has them. */
async function shoot(pages, look, width) {
  const pictures = [];
  const tabs = new Map();
  for (const { name, open, email = CUSTOMER } of pages) {
    if (!tabs.has(email)) tabs.set(email, await openSignedIn(look, email));
    const tab = tabs.get(email);
    await tab.setViewportSize({ width, height: WINDOWS[width].height });
    await open(tab, look.language);
    await settle(tab);
    await tab.evaluate(() => scrollTo(0, 0));
    const options = { type: 'jpeg', quality: 90, animations: 'disabled', caret: 'hide' };
    pictures.push({ width, caption: name, content: await tab.screenshot(options) });
  }
  for (const tab of tabs.values()) await tab.context().close();
  return pictures;
}

const nameOf = ({ language, mode }, width) => `${width}-${language}-${mode}.webp`;
const LANGUAGES = { en: 'English', ne: 'Nepali' };
const pixels = (width) => `${width.toLocaleString('en')} px`;
const titleOf = ({ language, mode }, width) => `${pixels(width)}, ${LANGUAGES[language]}, ${mode}`;
const [BEGIN, END] = ['<!-- sheets -->', '<!-- /sheets -->'];

/** Shows the sheets that are there in docs/evidence/ux.md: a row for each width and language, light beside dark. */
function writeTable() {
  const made = readdirSync(folder);
  const picture = (look, width) => {
    const name = nameOf(look, width);
    return made.includes(name) ? `![${titleOf(look, width)}](sheets/${name})` : '-';
  };
  const rows = WIDTHS.flatMap((width) =>
    Object.entries(LANGUAGES).map(([language, word]) => [
      `${pixels(width)}, ${word}`,
      ...['light', 'dark'].map((mode) => picture({ language, mode }, width)),
    ]),
  );
  const table = markdownTable(['Window', 'Light', 'Dark'], rows);
  const [before, rest] = readFileSync(page, 'utf8').split(BEGIN);
  const after = rest?.split(END)[1];
  if (after === undefined) throw new Error(`${relative(root, page)} has no ${BEGIN} and ${END}`);
  writeFileSync(page, `${before}${BEGIN}\n\n${table}\n\n${END}${after}`);
}

/** Takes the sheets. Returns 1 if all that are there are too large together, otherwise 0. */
export async function takeEvidence(args) {
  const only = args.find((one) => one.startsWith('--only='))?.slice('--only='.length) ?? '';
  mkdirSync(folder, { recursive: true });
  const pages = await listPages();
  const montage = await createMontage();
  for (const width of WIDTHS)
    for (const look of LOOKS) {
      const name = nameOf(look, width);
      if (!name.includes(only)) continue;
      const pictures = await shoot(pages, look, width);
      await montage.writeGrid(join(folder, name), titleOf(look, width), pictures, WINDOWS[width].columns);
      console.log(`${name}  ${Math.round(statSync(join(folder, name)).size / 1024)} KB`);
    }
  writeTable();
  const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  console.log(`${relative(root, folder)}: ${Math.round(bytes / 1024)} KB`);
  if (bytes <= MOST_BYTES) return 0;
  console.error(`More than ${MOST_BYTES / 1_000_000} MB: lower the quality in montage.mjs.`);
  return 1;
}
