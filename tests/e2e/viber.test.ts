import { afterAll, beforeAll, expect, test } from 'vitest';
import { viberInput } from '../support/httpOperator.ts';
import { type RunningSimulator, startSimulator } from '../support/simulator.ts';
import * as steps from './steps.ts';
import { startWorld, type World } from './world.ts';

let world: World;
let viber: RunningSimulator;
beforeAll(async () => {
  viber = await startSimulator({ protocol: 'http', undelivered: 0, 'receipt-after': 50 });
  world = await startWorld({ environment: { OPERATOR_ALLOW_PRIVATE: 'true' } });
});
afterAll(async () => {
  await world?.close();
  await viber?.kill();
});

test('a campaign over Viber: the provider sets it up, a customer sends it, and an SMS follows where Viber fails', async () => {
  const { server, browser } = world;
  // What the provider sets up: a link, an identity; and in the browser a price.
  await server.signIn(steps.CUSTOMER, steps.PASSWORD);
  const profile = await server.call<{ data: { account: { uuid: string } } }>(
    'GET',
    '/v1/autho/user/profile/',
  );
  await server.signIn(steps.ADMIN, steps.PASSWORD, '/v1/login/admin/');
  await server.call('POST', '/v1/admin/operator-links/', viberInput(viber.url));
  const made = await server.call<{ data: { uuid: string } }>('POST', '/v1/admin/viber-identities/', {
    ...{ account: profile.data.account.uuid, name: 'Himal Offers' },
  });
  await server.call('POST', `/v1/admin/viber-identities/${made.data.uuid}/decide/`, { status: 'approved' });
  const staff = await browser.open();
  await steps.openAs(staff.page, `${server.url}/admin/product-pricing/create`, steps.ADMIN);
  await staff.page.getByLabel('Price per part').fill('1.20');
  await staff.page.getByLabel('Price per Viber message').fill('1.50');
  await staff.page.getByRole('button', { name: /^Save/ }).click();
  await steps.eventually(() => staff.page.getByRole('dialog').count()).toBe(1);
  await staff.page.getByRole('dialog').getByRole('button').last().click();
  await staff.page.waitForURL(/product-pricing(\/[0-9a-f-]{36}\/show)?$/);

  const { page, complaints } = await browser.open();
  await steps.openAs(page, `${server.url}/sms/bulk-sms`, steps.CUSTOMER);
  await page.getByRole('radio', { name: 'Viber' }).check();
  await steps.writeMessage(page, 'Over Viber', 'The shop opens at ten.');
  await steps.see(page.getByText('22 of 1,000 characters'));
  await steps.pasteNumbers(page, ['9841239001', '9841230007']);
  await steps.check(page);
  await steps.see(page.getByText('If Viber delivers all'));
  const uuid = await steps.send(page, '2');
  await steps.see(steps.status(page, 'Completed'));
  const byChannel = page.getByRole('region', { name: 'By channel' });
  await steps
    .eventually(() => steps.rows(byChannel.getByRole('table')))
    .toEqual([
      ['Viber', '1', '1', '0', '0', '0'],
      ['SMS', '1', '1', '–', '0', '0'],
    ]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await byChannel.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(
    `${server.url}/sms/dispatch?filter=${encodeURIComponent(JSON.stringify({ campaign: uuid }))}`,
  );
  await page
    .getByRole('link', { name: /9841230007|984-1230007/ })
    .first()
    .click();
  await steps.see(page.getByText('Viber message before the SMS'));
  expect([...complaints, ...staff.complaints]).toEqual([]);
});
