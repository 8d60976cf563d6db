import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';

export const PASSWORD = 'demo-password-1';
export const CUSTOMER = 'customer@demo.test';
export const SUPPORT = 'support@demo.test';
export const ADMIN = 'admin@demo.test';

/** The one answer to any wrong pair. */
export const WRONG_PAIR = 'The e-mail address or password is not correct.';

/** What becomes true soon, as somebody who looks at the page would wait for it. */
export const eventually = <T>(look: () => T | Promise<T>, timeout = 30_000) =>
  expect.poll(look, { timeout, interval: 20 });

/** Waits until something can be seen. */
export const see = (what: Locator, timeout?: number): Promise<void> =>
  what.first().waitFor({ state: 'visible', timeout });

export const title = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('heading', { level: 1, name, exact: true });

/** Where the browser is, without the server's address. */
export const path = (page: Page): string => page.url().replace(/^https?:\/\/[^/]+/, '');

/** Types the pair and presses Sign in, on the sign-in page that is open. */
export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

const menu = (page: Page): Locator => page.getByRole('navigation', { name: 'Main menu' });
/** Opens a page by its entry of the menu, and the groups before it until it can be seen. */
export async function openFromMenu(page: Page, entry: string): Promise<void> {
  const link = menu(page).getByRole('link', { name: entry, exact: true });
  const closed = menu(page).getByRole('button', { expanded: false });
  while (!(await link.isVisible())) await closed.first().click();
  await link.click();
}

const isStaff = (email: string): boolean => email === ADMIN || email === SUPPORT;

/** Opens an address signed out and comes to it through the sign-in page. */
export async function openBySigningIn(page: Page, url: string, email: string): Promise<void> {
  await page.goto(url);
  if (isStaff(email)) await page.getByRole('button', { name: 'Staff sign-in' }).click();
  await signIn(page, email);
  await see(menu(page));
}

/** Opens an address as somebody who has signed in in this browser before. */
export async function openAs(page: Page, url: string, email: string): Promise<void> {
  const { origin } = new URL(url);
  const answer = await page.request.post(`${origin}/v1/login/${isStaff(email) ? 'admin/' : ''}`, {
    data: { email, password: PASSWORD },
  });
  const { data } = (await answer.json()) as { data: { token: string } };
  await page.context().addCookies([{ name: 'token', value: data.token, url: origin }]);
  await page.goto(url);
  await see(menu(page));
}

/** Gives a browser that has not been here what somebody chose for good: language, look, digits. */
export async function prefer(page: Page, url: string, preferences: object): Promise<void> {
  // Of the same place, and runs nothing. A page that is there already will do.
  if (!page.url().startsWith(new URL('/', url).href)) await page.goto(new URL('/icon.svg', url).href);
  await page.evaluate((chosen) => localStorage.setItem('preferences', chosen), JSON.stringify(preferences));
}

/** The amount that the top bar shows. */
export async function balance(page: Page): Promise<string> {
  const text = await page
    .getByRole('banner')
    .getByText(/^Balance: /)
    .textContent();
  return text?.replace('Balance: ', '') ?? '';
}

/** An amount of rupees as the console writes it: 12,34,567.50. */
export const rupees = (amount: number): string =>
  amount.toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** The amount that is written so. */
export const amountOf = (text: string): number => Number(text.replaceAll(',', ''));

/** What stands beside a label in one of the page's lists of figures. */
export async function figure(within: Page | Locator, label: string): Promise<string> {
  const page = 'page' in within ? within.page() : within;
  const term = page.locator('dt', { hasText: new RegExp(`^${label}$`) });
  const value = within.locator('dl > div').filter({ has: term }).first().locator('dd');
  await value.waitFor();
  const [text = ''] = await value.allInnerTexts();
  return text.replaceAll('\u00a0', ' ').replace(/\s+/g, ' ').trim();
}

export async function figures(
  within: Page | Locator,
  labels: readonly string[],
): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const label of labels) found[label] = await figure(within, label);
  return found;
}

/** The cells of a table's body as people read them. */
export async function rows(table: Locator): Promise<string[][]> {
  const found: string[][] = [];
  for (const row of await table.locator('tbody tr').all()) {
    const cells = await row.locator('th, td').allInnerTexts();
    found.push(cells.map((cell) => cell.replaceAll('\u00a0', ' ').trim()));
  }
  return found;
}

/** Presses what opens the file dialog, and picks a file with this content there. */
export async function chooseFile(
  page: Page,
  file: { name: string; content: string | Buffer; type?: string },
): Promise<void> {
  const [asked] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose a file' }).click(),
  ]);
  const { name, content, type: mimeType = 'text/csv' } = file;
  await asked.setFiles({ name, mimeType, buffer: Buffer.from(content) });
}

/** Presses what saves a file; answers its name and its text. */
export async function download(page: Page, button: Locator): Promise<{ name: string; text: string }> {
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

/** The next answer to a request with this text in its query: a search. */
const answerTo = (page: Page, text: string) =>
  page.waitForResponse((response) => [...new URL(response.url()).searchParams.values()].includes(text));

/** Asks a list for what is typed, and waits until it has answered. */
export async function search(page: Page, text: string): Promise<void> {
  const box = page.getByRole('searchbox');
  // Until it is asked for, the rows are those of before, and a press on one of them may be lost when they change.
  const answer = answerTo(page, text);
  await box.fill(text);
  await box.press('Enter');
  await answer;
  await see(page.locator('[aria-busy="false"]').getByRole('table').or(page.getByText('No results')));
}

/** Chooses the account of Himal Traders in a field that searches accounts, once the search has answered: until then options change. */
export async function chooseHimal(field: Locator): Promise<void> {
  const page = field.page();
  const answer = answerTo(page, 'Himal');
  await field.fill('Himal');
  await answer;
  await page.getByRole('option', { name: 'Himal Traders' }).click();
}

/** Fills what every campaign needs. The demonstration's only sender chooses itself. */
export async function writeMessage(page: Page, name: string, body: string): Promise<void> {
  await page.getByLabel('Campaign name').fill(name);
  await page.getByLabel('Text', { exact: true }).fill(body);
}

export async function chooseGroup(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name: /^Contact groups/ }).click();
  await page.getByRole('checkbox', { name: new RegExp(`^${name}`) }).check();
}

export async function pasteNumbers(page: Page, numbers: readonly string[]): Promise<void> {
  await page.getByRole('tab', { name: /^Paste numbers/ }).click();
  await page.getByLabel('Phone numbers').fill(numbers.join('\n'));
}

/** Goes from writing to the plan. */
export async function check(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Check recipients and cost' }).click();
  await see(page.getByRole('heading', { name: 'Check before sending' }));
}

/** From the plan through the dialog to the campaign's own page; answers its uuid. */
export async function send(page: Page, count: string): Promise<string> {
  await page.getByRole('button', { name: /^Send [\d,]+ messages? for Rs/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Send ${count} message` })
    .click();
  await page.waitForURL(/\/sms\/[0-9a-f-]{36}\/show$/);
  return path(page).split('/')[2] ?? '';
}

/** The word that stands for the campaign's state beside its title. */
export const status = (page: Page, word: string): Locator =>
  page.locator('main').locator('h1').locator('xpath=..').getByText(word, { exact: true });

/** Messages that the operator took and has reported on, whichever way. */
export const reported = ({ delivered, undelivered, expired }: Campaign): number =>
  delivered + undelivered + expired;
