import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as steps from './steps.ts';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.close());

const GROUP = 'Dashain dues';
const CAMPAIGN = 'दशैं अघि बक्यौता';
const BODY = 'प्रिय {{name}}, तपाईंको बाँकी रकम रु. {{amount}} यसै हप्ता बुझाइदिनुहोला।';

/** Twelve rows: seven numbers that can be used, four that cannot, one that comes twice. */
const contacts = `Customer,Office phone,Mobile,amount
Sita Rai,9841000999,9841234501,1500
राम थापा,9841000999,९८०१२३४५०२,2300
Gita Karki,9841000999,+977 985-1234503,450
Hari Lama,9841000999,01-4412345,100
Maya Gurung,9841000999,98412345,100
Sita R.,9841000999,9841234501,999
सरिता श्रेष्ठ,9841000999,9801234504,७५०
Bimal Shah,9841000999,abc,10
Nabin KC,9841000999,9861234505,
Kiran Oli,9841000999,9741234506.0,1200
"Thapa, Anil",9841000999,+91 98765 43210,20
कृष्ण भण्डारी,9841000999,9812345507,"12,500"
`;

/** Five rows more, whose amount stands under another name: one of the group again, one bad, one without a value. */
const dues = `name,mobile,due
Anita Lama,9841111101,300
राम थापा,9801234502,2300
Manoj KC,98411,50
Nisha Thapa,९८११११११०३,
Prakash Gurung,9861111105,"1,00,000"
`;

/** Who gets what, written out. A part holds 70 letters: the longer ones make two. */
const texts: Record<string, string> = {
  '9841234501': 'प्रिय Sita Rai, तपाईंको बाँकी रकम रु. 1500 यसै हप्ता बुझाइदिनुहोला।', // 67 letters
  '9801234502': 'प्रिय राम थापा, तपाईंको बाँकी रकम रु. 2300 यसै हप्ता बुझाइदिनुहोला।', // 67
  '9801234504': 'प्रिय सरिता श्रेष्ठ, तपाईंको बाँकी रकम रु. ७५० यसै हप्ता बुझाइदिनुहोला।', // 71: two parts
  '9741234506': 'प्रिय Kiran Oli, तपाईंको बाँकी रकम रु. 1200 यसै हप्ता बुझाइदिनुहोला।', // 68
  '9812345507': 'प्रिय कृष्ण भण्डारी, तपाईंको बाँकी रकम रु. 12,500 यसै हप्ता बुझाइदिनुहोला।', // 74: two
  '9841111101': 'प्रिय Anita Lama, तपाईंको बाँकी रकम रु. 300 यसै हप्ता बुझाइदिनुहोला।', // 68
  '9861111105': 'प्रिय Prakash Gurung, तपाईंको बाँकी रकम रु. 1,00,000 यसै हप्ता बुझाइदिनुहोला।', // 77: two
};
const notTexted = ['9851234503', '9861234505', '9811111103', '9841000999'];

// Ten parts at 1.356.
const COST = '13.56';
const AFTER = '49,986.44';

async function arrive(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/sms`);
  await steps.see(steps.title(page, 'Sign in'));
  expect(steps.path(page)).toBe('/login?next=%2Fsms');
  await steps.signIn(page, steps.CUSTOMER, 'not-the-password');
  await steps.eventually(() => page.getByRole('alert').textContent()).toBe(steps.WRONG_PAIR);
  expect(steps.path(page)).toBe('/login?next=%2Fsms');
  await steps.signIn(page, steps.CUSTOMER);
  await steps.see(steps.title(page, 'Campaigns'));
  expect(steps.path(page)).toBe('/sms');
  await steps.eventually(() => steps.balance(page)).toBe('50,000.00');
}

async function importContacts(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Contact', exact: true }).click();
  await steps.see(steps.title(page, 'Contacts'));
  await page.getByRole('link', { name: 'Import a file' }).first().click();
  await steps.chooseFile(page, { name: 'contacts.csv', content: contacts });

  // The office's number is the same in every row: the wrong column was guessed, and the counts show it.
  await steps.see(page.getByRole('heading', { name: 'Preview' }));
  const counts = ['Total rows', 'Valid numbers', 'Invalid', 'Repeated in the file'];
  expect(Object.values(await steps.figures(page, counts))).toEqual(['12', '1', '0', '11']);
  await page.getByLabel('Phone number').selectOption('Mobile');
  await steps.eventually(() => steps.figure(page, 'Valid numbers')).toBe('7');
  expect(Object.values(await steps.figures(page, counts))).toEqual(['12', '7', '4', '1']);
  await expect(page.getByLabel('Name', { exact: true }).inputValue()).resolves.toBe('Customer');
  const problems = page.getByRole('table', { name: 'Skipped rows' });
  expect(await steps.rows(problems)).toEqual([
    ['5', '01-4412345', 'A landline, which cannot receive SMS'],
    ['6', '98412345', 'Too few digits'],
    ['7', '9841234501', 'Same number as an earlier row'],
    ['9', 'abc', 'Not a phone number'],
    ['12', '+91 98765 43210', 'A number from another country'],
  ]);

  await page.getByLabel('Add them to groups').fill(GROUP);
  await page.getByRole('option', { name: `Add “${GROUP}”` }).click();
  await steps.see(page.getByRole('button', { name: GROUP, exact: true }));
  await page.getByRole('button', { name: 'Import 7 contacts' }).click();

  await steps.see(page.getByText('The import is finished.'));
  const outcome = ['Rows', 'New', 'Updated', 'Duplicates', 'Skipped'];
  expect(Object.values(await steps.figures(page, outcome))).toEqual(['12', '7', '0', '1', '4']);
  const report = await steps.download(page, page.getByRole('button', { name: /^Download skipped rows/ }));
  expect(report.name).toMatch(/^contacts.*\.csv$/);
  const lines = report.text
    .replace(/^\ufeff/, '')
    .trimEnd()
    .split(/\r?\n/);
  expect(lines[0]).toBe('row,value,reason,Customer,Office phone,Mobile,amount');
  expect(lines.slice(1).map((line) => line.split(',').slice(0, 2))).toEqual([
    ['5', '01-4412345'],
    ['6', '98412345'],
    ['9', 'abc'],
    // A cell that a spreadsheet would run as a formula is kept from it.
    ['12', "'+91 98765 43210"],
  ]);
}

async function blacklist(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Blacklist', exact: true }).click();
  await steps.see(steps.title(page, 'Blacklist'));
  await page.getByRole('link', { name: /^Add / }).click();
  await page.getByLabel('Phone', { exact: true }).fill('985 1234503');
  await page.getByLabel(/^Reason/).fill('Asked to stop');
  await page.getByRole('button', { name: 'Save' }).click();
  await steps.see(steps.title(page, /985.?1234503/));
  await page.getByRole('link', { name: 'Back to blacklist' }).click();
  await steps.see(page.getByRole('cell', { name: /985.?1234503/ }));
}

async function compose(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Send Bulk SMS' }).click();
  await steps.writeMessage(page, CAMPAIGN, BODY);
  await steps.chooseGroup(page, GROUP);
  await page.getByRole('tab', { name: /^Upload a file/ }).click();
  await steps.chooseFile(page, { name: 'dues.csv', content: dues });
  await page.getByRole('button', { name: 'Use this file (4 numbers)' }).click();
  await page.getByLabel('Column for {{amount}}').selectOption('due');
  await steps.see(page.getByText('Total: 7 contacts in groups + 4 rows in the file.'));
  await steps.check(page);

  const labels = ['Recipients entered', 'Messages to send', 'Excluded', 'Message parts', 'From the wallet'];
  expect(await steps.figures(page, labels)).toEqual({
    'Recipients entered': '12',
    'Messages to send': '7',
    Excluded: '5',
    'Message parts': '10',
    'From the wallet': `Rs. ${COST}`,
  });
  expect(await steps.figure(page, 'Balance after')).toBe(`Rs. ${AFTER} now Rs. 50,000.00`);
  const left = page.getByRole('region', { name: 'Excluded recipients' }).first();
  expect(
    (await page.locator('li[data-refusal]').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ')),
  ).toEqual([
    'Not a Nepal mobile number 1',
    'Duplicate number 1',
    'On your blacklist 1',
    'No value for a placeholder 2',
  ]);
  const refused = await steps.rows(left.getByRole('table'));
  const inGroup = refused.filter(([place]) => place === 'Contact').map(([, number, why]) => [number, why]);
  expect(inGroup.sort()).toEqual([
    [
      '+977 9851234503',
      expect.stringMatching(/^On the blacklist since .+, added by hand\. Reason: Asked to stop$/),
    ],
    ['+977 9861234505', 'No value for amount'],
  ]);
  expect(refused.filter(([place]) => place !== 'Contact')).toEqual([
    ['File, row 3', expect.stringContaining('9801234502'), 'This number is already in the list'],
    ['File, row 4', '98411', 'Too short: a mobile number has ten digits, such as 9841234567'],
    ['File, row 5', expect.anything(), 'No value for amount'],
  ]);
  const byOperator = page.getByRole('region', { name: 'Cost by operator' }).first().getByRole('table');
  expect((await steps.rows(byOperator)).sort()).toEqual([
    ['NTC', '4', '5', 'Rs. 1.356', 'Rs. 6.78'],
    ['Ncell', '3', '5', 'Rs. 1.356', 'Rs. 6.78'],
  ]);
}

async function watch(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Send [\d,]+ messages? for Rs/ }).click();
  const dialog = page.getByRole('dialog', { name: `Send 7 messages for Rs. ${COST}?` });
  await steps.see(
    dialog.getByText(`Rs. ${COST} is taken from your wallet. Your balance will be Rs. ${AFTER}.`),
  );
  await dialog.getByRole('button', { name: 'Send 7 messages' }).click();
  await steps.see(steps.title(page, CAMPAIGN));
  await steps.see(page.getByText(`Accepted: 7 messages for Rs. ${COST}.`));
  await steps.see(steps.status(page, 'Completed'));
  await steps.see(page.getByRole('link', { name: 'Delivered: 7. Show these messages' }));
  await steps.eventually(() => steps.figure(page, 'Charged')).toBe(`Rs. ${COST}`);
  const money = ['Held', 'Released', 'Still held'];
  expect(Object.values(await steps.figures(page, money))).toEqual([`Rs. ${COST}`, 'Rs. 0.00', 'Rs. 0.00']);
  await steps.eventually(() => steps.balance(page)).toBe(AFTER);
}

async function readBooks(page: Page): Promise<void> {
  await page.getByRole('link', { name: `Balance: ${AFTER} Demo money. Open wallet history` }).click();
  await steps.see(steps.title(page, 'Wallet history'));
  const entry = page.getByRole('row').filter({ has: page.getByRole('cell', { name: CAMPAIGN }) });
  await steps.see(entry);
  const rowCells = (await entry.getByRole('cell').allInnerTexts()).slice(1, 4);
  expect(rowCells.map((text) => text.replaceAll('\u00a0', ' '))).toEqual([
    'Held for a campaign',
    `-Rs. ${COST}`,
    `Rs. ${AFTER}`,
  ]);

  await page.getByRole('link', { name: 'Consumption History' }).click();
  await steps.see(steps.title(page, 'Consumption history'));
  const used = page.getByRole('row').filter({ has: page.getByRole('cell', { name: CAMPAIGN }) });
  await steps.see(used);
  const lines = await Promise.all((await used.all()).map((row) => row.getByRole('cell').allInnerTexts()));
  expect(lines.map((cells) => cells.slice(2, 7)).sort()).toEqual([
    ['NTC', 'Wallet', '4', '5', 'Rs.\u00a06.78'],
    ['Ncell', 'Wallet', '3', '5', 'Rs.\u00a06.78'],
  ]);
}

async function findEach(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/sms/dispatch`);
  for (const number of Object.keys(texts)) {
    await steps.search(page, number);
    const found = page.getByRole('row').filter({ has: page.getByRole('link', { name: new RegExp(number) }) });
    await steps.eventually(() => found.count()).toBe(1);
    await steps.see(found.getByText('Delivered', { exact: true }));
  }
  await steps.search(page, '9851234503');
  await steps.see(page.getByText('No results'));
}

test('a customer imports a sheet, blacklists one, sends to the group and a second sheet, and the books agree', async () => {
  const { server, operator } = world;
  const tab = await world.browser.open();
  const { page } = tab;
  await arrive(page, server.url);
  tab.excuse(/status of 400.*\/v1\/login\//);
  await importContacts(page);
  await blacklist(page);
  await compose(page);
  await watch(page);
  await readBooks(page);
  await findEach(page, server.url);

  for (const [number, text] of Object.entries(texts)) {
    const received = await operator.messages(`+977${number}`);
    expect(received.map((message) => [message.from, message.text])).toEqual([['DEMO', text]]);
  }
  for (const number of notTexted) expect(await operator.messages(`+977${number}`)).toEqual([]);
  expect(await operator.stats()).toMatchObject({ messages: 7, pdus: 10, duplicates: 0, incomplete: 0 });
  expect(tab.complaints).toEqual([]);
});
