import { createHmac } from 'node:crypto';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import { VIEWPORT } from '../support/browser.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import * as steps from './steps.ts';
import { startWorld, type World } from './world.ts';

let world: World;
let shop: Receiver;
beforeAll(async () => {
  shop = await startReceiver();
  world = await startWorld({ environment: { WEBHOOK_ALLOW_PRIVATE: 'true' } });
});
afterAll(async () => {
  await world?.close();
  await shop?.close();
});

/** The secret that the page shows this one time. */
const secretOn = async (page: Page, start: string): Promise<string> => {
  const shown = page.locator('pre').filter({ hasText: new RegExp(`^${start}`) });
  return ((await shown.textContent()) ?? '').trim();
};

/** What a program of the customer's does: plain HTTP with the key. */
async function ask<T>(
  secret: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: T }> {
  const response = await fetch(world.server.url + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Token ${secret}`,
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as T };
}

test('a customer connects an online shop: a key, a webhook, messages by program, and the end of the key', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  const fromTheTop = () => steps.eventually(() => page.evaluate(() => window.scrollY)).toBe(0);
  await steps.openAs(page, `${world.server.url}/settings/api-keys`, steps.CUSTOMER);
  // A phone, where both forms are long: what follows them begins with its heading, not where the form was scrolled to.
  await page.setViewportSize({ width: 390, height: 844 });

  // A key for the shop's machine, which may send and read what became of it.
  await page.getByRole('link', { name: 'Add API key' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill('Online shop');
  await page.getByLabel(/^Allowed IP addresses/).fill('127.0.0.1');
  await page.getByLabel('Password', { exact: true }).fill(steps.PASSWORD);
  await page.getByRole('button', { name: 'Create key' }).click();
  await steps.see(steps.title(page, 'API key “Online shop” created'));
  await fromTheTop();
  const key = await secretOn(page, 'bsk_');
  expect(key).toMatch(/^bsk_[\w-]{43}$/);
  const command = page.locator('pre').filter({ hasText: 'curl' });
  const plan = `${new URL(page.url()).origin}/v1/sms/compose/plan/`;
  await steps.eventually(() => command.textContent()).toContain(plan);
  await page.getByRole('link', { name: 'I have saved the secret' }).click();
  await steps.see(page.getByRole('link', { name: 'Online shop' }));
  expect(await page.content()).not.toContain(key);

  // Where the shop wants to be told.
  await page.goto(`${world.server.url}/settings/webhooks`);
  await page.getByRole('link', { name: 'Add webhook' }).first().click();
  await page.getByLabel('URL').fill(shop.url);
  await page.getByRole('button', { name: 'Save' }).click();
  await steps.see(steps.title(page, 'Webhook created'));
  await fromTheTop();
  await page.setViewportSize(VIEWPORT);
  const secret = await secretOn(page, 'whsec_');
  await page.getByRole('link', { name: 'I have saved the secret' }).click();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await steps.see(page.getByText('Test delivered'));
  expect(shop.events().map(({ type }) => type)).toEqual(['ping']);

  // The shop sends, and sends the same again because its connection broke.
  const senders = await ask<{ results: { uuid: string; status: string }[] }>(key, '/v1/sms/identities/');
  const order = {
    ...{ name: 'Order 17', sender: senders.body.results[0]?.uuid, body: 'Your order is on its way.' },
    ...{ recipients: { numbers: ['9841500010', '9841500020'] }, max_cost: 1000 },
  };
  const once = { 'idempotency-key': 'order-17' };
  const sent = await ask<{ data: Campaign }>(key, '/v1/sms/compose/', order, once);
  expect(sent.status).toBe(201);
  const again = await ask<{ data: Campaign }>(key, '/v1/sms/compose/', order, once);
  expect(again.body.data.uuid).toBe(sent.body.data.uuid);

  // What became of it comes by itself, signed.
  const receivedEvents = () => shop.events().map(({ type, data }) => [type, data.phone ?? data.name]);
  await steps.eventually(() => receivedEvents().length).toBe(4);
  expect(receivedEvents().slice(1).sort()).toEqual([
    ['campaign.completed', 'Order 17'],
    ['message.delivered', '+9779841500010'],
    ['message.delivered', '+9779841500020'],
  ]);
  const signingKey = Buffer.from(secret.slice('whsec_'.length), 'base64');
  for (const { headers, body } of shop.received) {
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    const signature = createHmac('sha256', signingKey).update(signed).digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${signature}`);
  }
  const log = page.getByRole('region', { name: 'Deliveries' });
  await steps.see(log.getByRole('row', { name: /event/ }).getByText('Delivered'));
  const now = await ask<{ data: Campaign }>(key, `/v1/sms/compose/${sent.body.data.uuid}/`);
  expect(now.body.data).toMatchObject({ status: 'completed', delivered: 2 });
  expect((await ask(key, '/v1/core/contacts/')).status).toBe(403);

  // The shop moves to another machine: this one may use the key no more.
  await page.goto(`${world.server.url}/settings/api-keys`);
  await page.getByRole('link', { name: 'Online shop' }).click();
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel(/^Allowed IP addresses/).fill('203.0.113.7');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(/\/show$/);
  await steps.see(page.getByText('203.0.113.7'));
  const refused = await ask<{ detail: string }>(key, '/v1/sms/identities/');
  expect(refused.status).toBe(403);
  expect(refused.body.detail).toContain('127.0.0.1');

  // And then the shop closes.
  await page.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await steps.see(page.locator('header').getByText('Revoked'));
  expect((await ask(key, '/v1/sms/identities/')).status).toBe(401);
  expect(tab.complaints).toEqual([]);
});
