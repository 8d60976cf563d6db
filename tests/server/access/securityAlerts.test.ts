import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AlertKind } from '#schema/securityAlert.ts';
import { postAlert, writeAlert } from '../../../server/services/access/securityAlerts.ts';
import { composeMail } from '../../../server/services/mail/composeMail.ts';
import type { Language } from '../../../server/services/mail/mailTexts.ts';
import { readBrand } from '../../../server/services/platform/brand.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';

/** What is posted of an alert, and what its mail says, in which language and with which link. */

let app: TestApp;
let t: TestApp;
let user: string;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  t = await app.newCustomers();
  const { rows } = await sql<{ uuid: string }>`
    SELECT uuid FROM users WHERE email = ${t.emails.customer}`.execute(t.db);
  user = rows[0]?.uuid as string;
});

/** Posts an alert and answers its uuid. It happened at a minute that tests know. */
async function posted(kind: AlertKind, more?: { email?: string; detail?: string | null }): Promise<string> {
  await postAlert(t.db, user, kind, more);
  const { rows } = await sql<{ uuid: string }>`
    UPDATE security_alert SET created_at = '2026-01-02T08:20:59Z' WHERE "user" = ${user} RETURNING uuid`.execute(
    t.db,
  );
  return rows[0]?.uuid as string;
}
const write = (uuid: string | null, language?: Language) =>
  writeAlert(t.db, uuid, language, (path) => `https://sms.example${path}`);
/** The alert's mail as it is sent. */
const mailOf = async (uuid: string, spoken?: Language) => {
  const { language, content } = (await write(uuid, spoken)) as NonNullable<Awaited<ReturnType<typeof write>>>;
  return { language, ...(await composeMail(t.db, await readBrand(t.db), language, content)) };
};
const linkOf = async (uuid: string) => (await write(uuid))?.content.values.link;
const speak = (language: Language | null) =>
  sql`UPDATE users SET language = ${language} WHERE uuid = ${user}`.execute(t.db);

test('goes to the user, or to the address that it is given', async () => {
  const uuid = await posted('password-changed');
  await posted('address-changed', { email: 'former@x.test' });
  const { rows } = await sql`
    SELECT m.kind, m."to", m.about = ${uuid} AS first FROM mail m JOIN security_alert a ON a.uuid = m.about
    WHERE a."user" = ${user} ORDER BY m.uuid`.execute(t.db);
  expect(rows).toEqual([
    { kind: 'security-alert', to: t.emails.customer, first: true },
    { kind: 'security-alert', to: 'former@x.test', first: false },
  ]);
});

test('for an unknown user is not posted', async () => {
  const count = async () => (await sql`SELECT FROM mail`.execute(t.db)).rows.length;
  const before = await count();
  await postAlert(t.db, randomUUID(), 'new-device');
  expect(await count()).toBe(before);
});

test.each([
  ['10.1.2.3', 'from the IP address 10.1.2.3, with'],
  [null, 'from the IP address –, with'],
])('says when in Nepal, to the minute, and from where (%s)', async (detail, words) => {
  const { text } = await mailOf(await posted('new-device', { detail }));
  expect(text).toContain('at 2026-01-02 14:05 (Nepal time)');
  expect(text).toContain(words);
});

test('speaks the user’s language, else the mail’s, else English', async () => {
  const uuid = await posted('password-changed');
  const spoken = async (language?: Language) => {
    const mail = await mailOf(uuid, language);
    return [mail.language, mail.subject];
  };
  const [en, ne] = ['Your password was changed', 'तपाईंको पासवर्ड बदलियो'];
  await speak(null);
  expect([await spoken(), await spoken('ne')]).toEqual([
    ['en', en],
    ['ne', ne],
  ]);
  await speak('ne');
  expect(await spoken('en')).toEqual(['ne', ne]);
});

test('has a new link each time it is written, and the last one alone is good', async () => {
  const uuid = await posted('key-added', { detail: 'bsk_abc' });
  const links = [await linkOf(uuid), await linkOf(uuid)];
  for (const link of links) expect(link).toMatch(/^https:\/\/sms\.example\/not-me\/[\w-]{43}$/);
  expect(links[0]).not.toBe(links[1]);
  const { rows } = await sql`
    SELECT FROM security_alert WHERE uuid = ${uuid}
      AND hash = sha256(${links[1]?.split('/').at(-1)}::text::bytea)`.execute(t.db);
  expect(rows).toHaveLength(1);
});

test('is not mailed when it was answered, when its user is inactive, and when it no longer exists', async () => {
  const uuid = await posted('password-changed');
  await sql`UPDATE users SET is_active = false WHERE uuid = ${user}`.execute(t.db);
  expect(await write(uuid)).toBeUndefined();
  await sql`UPDATE users SET is_active = true WHERE uuid = ${user}`.execute(t.db);
  expect(await write(uuid)).toBeDefined();
  await sql`UPDATE security_alert SET used_at = now() WHERE uuid = ${uuid}`.execute(t.db);
  expect([await write(uuid), await write(randomUUID()), await write(null)]).toEqual([
    ...[undefined, undefined, undefined],
  ]);
});
