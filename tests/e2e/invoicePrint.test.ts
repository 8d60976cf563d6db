import { afterAll, beforeAll, expect, test } from 'vitest';
import * as steps from './steps.ts';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await world.server.signIn(steps.CUSTOMER, steps.PASSWORD);
});
afterAll(() => world?.close());

/** The links on each sheet of a PDF that Chromium has printed. */
function linksOf(pdf: Buffer): string[][] {
  const file = pdf.toString('latin1');
  const objects = [...file.matchAll(/^(\d+) 0 obj\n(.*?)\nendobj$/gms)];
  const linkOf = (number: string) =>
    /\/URI \((.*?)\)/.exec(objects.find(([, at]) => at === number)?.[2] ?? '')?.[1] ?? '';
  return objects
    .filter(([, , content = '']) => /\/Type \/Page\b/.test(content))
    .map(([, , content = '']) =>
      [...(/\/Annots \[(.*?)\]/s.exec(content)?.[1] ?? '').matchAll(/(\d+) 0 R/g)].map(([, number = '']) =>
        linkOf(number),
      ),
    );
}

test('a long invoice is printed with its sums and signature on the sheet of its last row', async () => {
  const { page } = await world.browser.open();
  const paid = await world.server.call<{ results: { invoice: string | null }[] }>(
    'GET',
    '/v1/credit/user-payment-reference/?page_size=100',
  );
  const invoice = paid.results.find((payment) => payment.invoice)?.invoice;
  let count = 0;
  // The demonstration buys no sixty packages in a month.
  await page.route(/\/v1\/credit\/invoices\/[^/]+\/$/, async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    const line = { item: 'package', parts: null, percent: 13, taxable: 100_000, amount: 113_000 };
    const lines = Array.from({ length: count }, (_, n) => ({ ...line, name: `Offer ${n + 1}` }));
    Object.assign(answer.data, { kind: 'month', month: '2083-07', due_on: '2099-12-02', paid: 0, lines });
    await route.fulfill({ response, json: answer });
  });
  await steps.openAs(page, `${world.server.url}/wallet/invoices/${invoice}`, steps.CUSTOMER);
  const sheets: number[] = [];
  // The rows of some fill the first sheet, and the sums of others do.
  for (count of [5, 14, 15, 16, 17, 18, 60]) {
    await page.reload();
    await steps.see(page.locator('.invoice-signature'));
    // A printed link tells on which sheet it is.
    await page.evaluate(() => {
      const marked = ['tbody tr:last-child td', '.invoice-sums dt', '.invoice-words', '.invoice-signature'];
      for (const [n, one] of marked.entries()) {
        const link = document.createElement('a');
        const found = document.querySelector(`.invoice ${one}`) as Element;
        Object.assign(link, { href: `http://mark/${n}`, textContent: found.textContent });
        found.replaceChildren(link);
      }
    });
    const links = linksOf(await page.pdf({ preferCSSPageSize: true }));
    const marks = [0, 1, 2, 3].map((n) => `http://mark/${n}`);
    expect([count, links.at(-1)]).toEqual([count, marks]);
    sheets.push(links.length);
  }
  expect([sheets.at(0), sheets.at(-1)]).toEqual([1, 3]);
});
