import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp({ environment: { PUBLIC_URL: 'https://sms.example' } });
});
afterAll(() => world.close());

const account = { bank: 'Nabil', branch: null, name: 'Himal', number: '0110017500123' };
const whole = {
  mail: { host: 'mail.example', port: 587, security: 'starttls', sender_address: 'a@himal.example' },
  billing: {
    ...{ seller_name: null, seller_pan: null, seller_address: null, bank_accounts: [account] },
    ...{ payment_methods: ['bank'], bank_instructions: null, cash_instructions: null },
    ...{ cheque_instructions: null, topup_min: null, topup_max: null, invoice_days: 10 },
  },
  brand: {},
};
type Tab = keyof typeof whole;
const put = (tab: Tab, change: object) =>
  world.call<{ data: Record<string, unknown> } & Failure>('admin', 'PUT', `/v1/admin/settings/${tab}/`, {
    ...whole[tab],
    ...change,
  });
const inAccount = (part: object) => ({ bank_accounts: [{ ...account, ...part }] });

const oneLine: readonly [Tab, string, (text: string) => object][] = [
  ['brand', 'brand_name', (brand_name) => ({ brand_name })],
  ['brand', 'brand_short_name', (brand_short_name) => ({ brand_short_name })],
  ['brand', 'support_phone', (support_phone) => ({ support_phone })],
  ['brand', 'support_hours_en', (support_hours_en) => ({ support_hours_en })],
  ['brand', 'support_hours_ne', (support_hours_ne) => ({ support_hours_ne })],
  ['billing', 'seller_name', (seller_name) => ({ seller_name })],
  ['billing', 'bank_accounts', (name) => inAccount({ name })],
  ['billing', 'bank_accounts', (bank) => inAccount({ bank })],
  ['billing', 'bank_accounts', (branch) => inAccount({ branch })],
  ['mail', 'sender_name', (sender_name) => ({ sender_name })],
];
const texts: typeof oneLine = [
  ...oneLine,
  ['brand', 'sign_in_text_en', (sign_in_text_en) => ({ sign_in_text_en })],
  ['brand', 'sign_in_text_ne', (sign_in_text_ne) => ({ sign_in_text_ne })],
  ['billing', 'seller_address', (seller_address) => ({ seller_address })],
  ['billing', 'bank_instructions', (bank_instructions) => ({ bank_instructions })],
  ['billing', 'cash_instructions', (cash_instructions) => ({ cash_instructions })],
  ['billing', 'cheque_instructions', (cheque_instructions) => ({ cheque_instructions })],
];

test.each(texts)(
  '%s: %s has no character that turns or breaks the text around it',
  async (tab, field, of) => {
    for (const [text, character] of [
      ['Him\u202eal', 'U+202E right-to-left override'],
      ['Him\u0007al', 'U+0007 bell'],
    ] as const) {
      const { status, body } = await put(tab, of(text));
      expect(status).toBe(400);
      const [[name, said]] = Object.entries(body.errors ?? {}) as [[string, string[]]];
      expect(name.split('.')[0]).toBe(field);
      expect(said).toEqual([`The text has a character that is not allowed: ${character}. Delete it.`]);
    }
  },
);

test.each(oneLine)('%s: %s is one line, however it was pasted', async (tab, _, of) => {
  expect((await put(tab, of(' Himal\r\n\tSMS '))).status).toBe(200);
  const { text } = await world.call('admin', 'GET', `/v1/admin/settings/${tab}/`);
  expect(text).toContain('"Himal SMS"');
});

test('a name that nobody can see is none', async () => {
  const invisible = '\u200b\u2060';
  expect((await put('brand', { brand_name: invisible })).body.errors).toEqual({ brand_name: ['Required'] });
  expect((await put('billing', { cash_instructions: invisible })).body.data).toMatchObject({
    cash_instructions: null,
  });
});

test('what Nepali needs to join and part its letters stays', async () => {
  const name = 'क्\u200dष क्\u200cष';
  expect((await put('brand', { brand_name: name })).body.data).toMatchObject({ brand_name: name });
});
