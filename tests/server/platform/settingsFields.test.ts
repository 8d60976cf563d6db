import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { billing } from '#schema/billingSettings.ts';
import type { brandSettings } from '#schema/brand.ts';
import type { Failure } from '#schema/entity.ts';
import type { mailServer } from '#schema/mailSettings.ts';
import type { calendarSettings, securitySettings, sendingSettings } from '#schema/providerSettings.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp({ environment: { PUBLIC_URL: 'https://sms.example' } });
});
afterAll(() => world.close());
beforeEach(async () => {
  await sql`DELETE FROM settings_part WHERE name <> 'backup'`.execute(world.db);
});

const SCRIPT = '<script>alert(1)</script>';
const long = (most: number) => 'x'.repeat(most + 1);
const account = { bank: 'Nabil', branch: null, name: 'Himal', number: '0110017500123' };
/** What no whole number may be, beside the ones above and below its bounds. */
const noNumber = ['12', 'abc', '', 1.5, true, {}];
/** What no text may be, beside one that is too long. */
const noText = [5, true, {}, ['a'], '\u0000'];
const noAddress = ['sms.example', 'javascript:alert(1)', 'mailto:a@sms.example', SCRIPT, 5];

type Bad<F> = Record<keyof F, readonly unknown[]>;

/** Everything that is wrong of each field. A new field without a line is an error of its type. */
const sending: Bad<typeof sendingSettings.fields> = {
  approval_above: [...noNumber, -1, 10_000_001],
  consecutive_numbers: [...noNumber, 1, 1_000_001],
  quiet_hours: [...noText, '', SCRIPT, '22:00', '22:00-22:00', '24:00-07:00', '10 pm-7 am'],
  validity_hours: [...noNumber, 0, 169],
  urgent_max: [...noNumber, -1, 10_001],
  urgent_daily: [...noNumber, -1, 10_000_001],
  trial_enabled: ['yes', 1, {}],
  trial_sender: [...noText, '', SCRIPT, long(11), '9841234567890123'],
  trial_messages: [...noNumber, 0, 101],
  message_months: [...noNumber, 0, 1201],
};
const security: Bad<typeof securitySettings.fields> = {
  staff_two_factor: ['yes', 1, null, {}],
  two_factor_roles: ['admin', ['nobody'], [SCRIPT], {}],
  staff_idle_minutes: [...noNumber, 4, 1201],
  customer_idle_minutes: [...noNumber, 4, 1201],
  second_person_above: [...noNumber, -1, 100_000_000_001],
  step_up_minutes: [...noNumber, 0, 1201],
};
const calendar: Bad<typeof calendarSettings.fields> = {
  calendar_years: ['2084', {}, [{ year: 2084, months: [31] }], [{ year: 1, months: Array(12).fill(30) }]],
};
const image = ['logo.png', '/brand/none.png', 'data:image/gif;base64,R0lGODlhAQABAAAAACw=', long(300_000), 5];
const brand: Bad<typeof brandSettings.fields> = {
  brand_name: [...noText, '', ' ', long(60)],
  brand_short_name: [...noText, '', long(12)],
  brand_color: [...noText, '', 'blue', '#fff', '#ffffff', SCRIPT],
  logo_light: image,
  logo_dark: image,
  favicon: image,
  support_email: [...noText, '', 'help', 'help@', SCRIPT],
  support_phone: [...noText, '', long(60)],
  support_hours_en: [...noText, '', long(120)],
  support_hours_ne: [...noText, '', long(120)],
  terms_url: noAddress,
  privacy_url: noAddress,
  sign_in_text_en: [...noText, '', long(300)],
  sign_in_text_ne: [...noText, '', long(300)],
};
const money: Bad<typeof billing.fields> = {
  seller_name: [...noText, long(120)],
  seller_pan: [...noText, '12345678', '1234567890', 'ABCDEFGHI', SCRIPT],
  seller_address: [...noText, long(200)],
  bank_accounts: [
    ...['Nabil', {}, [{ ...account, bank: '' }], [{ ...account, name: long(120) }]],
    ...[[{ ...account, number: SCRIPT }], [{ ...account, swift: 'X' }], Array(11).fill(account)],
  ],
  payment_methods: ['bank', ['gold'], ['bank', 'bank'], [SCRIPT], {}],
  bank_instructions: [...noText, long(1000)],
  cash_instructions: [...noText, long(1000)],
  cheque_instructions: [...noText, long(1000)],
  topup_min: [...noNumber, -1, 999],
  topup_max: [...noNumber, -1, 999, 1_000_000_001],
  invoice_days: [...noNumber, 0, 91, null],
};
const mail: Bad<typeof mailServer.fields> = {
  host: [...noText, '', SCRIPT, 'smtp://mail.example', 'mail.example:25', long(253)],
  port: [...noNumber, 0, 65_536, null],
  security: ['ssl', '', 5, null],
  username: [...noText, long(200)],
  password: [...noText, long(300)],
  sender_name: [...noText, long(80)],
  sender_address: [...noText, '', 'no-reply', `a@${SCRIPT}`, null],
};

const server = {
  ...{ host: 'mail.example', port: 587, security: 'starttls', username: 'u', password: 'secret' },
  ...{ sender_name: 'Himal', sender_address: 'a@himal.example' },
};
const whole = {
  ...{ seller_name: 'Himal', seller_pan: '123456789', seller_address: 'Ilam', bank_accounts: [account] },
  ...{ payment_methods: ['bank'], bank_instructions: 'By bank', cash_instructions: null },
  ...{ cheque_instructions: null, topup_min: 1000, topup_max: 500_000, invoice_days: 10 },
};
/** Each tab, with what PUT of it must have besides the field. */
const tabs = [
  ['sending', sending, {}],
  ['security', security, {}],
  ['calendar', calendar, {}],
  ['brand', brand, {}],
  ['billing', money, whole],
  ['mail', mail, server],
] as const satisfies readonly (readonly [string, Record<string, readonly unknown[]>, object])[];

const call = (tab: string, body?: object) =>
  world.call<{ data: object } & Failure>('admin', body ? 'PUT' : 'GET', `/v1/admin/settings/${tab}/`, body);

const cases = tabs.flatMap(([tab, fields, rest]) =>
  Object.entries(fields).map(([field, values]) => ({ tab, field, values, rest })),
);

test.each(cases)('$tab: $field says what is wrong, and keeps what it was', async (one) => {
  const { tab, field, values, rest } = one;
  if (Object.keys(rest).length > 0) expect((await call(tab, rest)).status).toBe(200);
  const before = (await call(tab)).body.data;
  for (const value of values) {
    const { status, body } = await call(tab, { ...rest, [field]: value });
    const said = JSON.stringify(value)?.slice(0, 60);
    expect(status, said).toBe(400);
    const at = Object.keys(body.errors ?? {}).map((name) => name.split('.')[0]);
    expect([...new Set(at)], said).toEqual([field]);
    // A sentence or a short request, never just an example of what is right.
    for (const text of Object.values(body.errors ?? {}).flat()) expect(text, said).toMatch(/^[A-Z][a-z]/);
    expect((await call(tab)).body.data, said).toEqual(before);
  }
});

test.each(['sending', 'security', 'calendar', 'brand'])(
  '%s keeps the fields that are left out',
  async (tab) => {
    const before = (await call(tab)).body.data;
    const { status, body } = await call(tab, {});
    expect([status, body.data]).toEqual([200, before]);
  },
);

test.each(tabs)('a change of %s with one wrong field changes nothing else', async (tab, fields, rest) => {
  const good = {
    ...{ sending: { urgent_max: 7 }, security: { step_up_minutes: 9 }, calendar: {} },
    ...{ brand: { brand_name: 'Himal' }, billing: { invoice_days: 20 }, mail: { port: 2525 } },
  }[tab];
  if (Object.keys(rest).length > 0) await call(tab, rest);
  const before = (await call(tab)).body.data;
  const [[wrong, values]] = Object.entries(fields).filter(([name]) => !(name in good)) as [
    [string, readonly unknown[]],
  ];
  expect((await call(tab, { ...rest, ...good, [wrong]: values[0] })).status).toBe(400);
  expect((await call(tab)).body.data).toEqual(before);
});
