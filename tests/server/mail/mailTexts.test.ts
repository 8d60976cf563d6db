import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import { mailSamples } from '#schema/mailSamples.ts';
import { fillTemplate, templateProblem } from '#schema/mailTemplate.ts';
import {
  type MailTextKind,
  type MailTextList,
  mailLanguages,
  mailTextKinds,
  mailTexts,
} from '#schema/mailTexts.ts';
import { buildApp } from '../../../server/app.ts';
import { accountMails } from '../../../server/services/access/accountMails.ts';
import { builtInMail, builtInTemplate, composeMail } from '../../../server/services/mail/composeMail.ts';
import { readBrand } from '../../../server/services/platform/brand.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { countedReads } from '../../support/countedReads.ts';
import { allMailsTo } from '../../support/mailbox.ts';

const PATH = '/v1/admin/settings/mail/texts/';
type Answer = { data: MailTextList } & Failure;
let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());
beforeEach(() => sql`DELETE FROM mail_text`.execute(world.db));

const own = {
  subject: 'Password of {{product}}',
  body: 'Hello <b> & "you",\nchoose one:\n\n[Choose <it>]({{link}})',
};
const put = (kind: string, language: string, body: object) =>
  world.call<Answer>('admin', 'PUT', `${PATH}${kind}/${language}/`, body);
const read = async () => (await world.call<Answer>('admin', 'GET', PATH)).body.data;
const textOf = async (kind: MailTextKind, language: 'en' | 'ne') =>
  (await read()).texts.find((text) => text.kind === kind && text.language === language);
const reset = async () =>
  composeMail(world.db, await readBrand(world.db), 'en', {
    kind: 'reset',
    values: { link: 'https://a.example/l' },
  });

const every = mailTextKinds.flatMap((kind) => mailLanguages.map((language) => [kind, language] as const));

test.each(every)('our text of %s (%s) can be edited, and stays the same unchanged', (kind, language) => {
  const template = builtInTemplate(kind, language);
  expect(templateProblem(kind, template)).toBeUndefined();
  for (const product of ['Himal SMS', 'हिमाल एसएमएस']) {
    const values = { ...mailSamples[language], product };
    expect(fillTemplate(template, values)).toEqual(builtInMail(kind, language, values));
  }
  // A required variable is one that our text has.
  for (const name of mailTexts[kind].required) expect(template.body).toContain(`{{${name}}}`);
});

test('the next mail has the provider’s words, escaped and signed, in that language only', async () => {
  expect((await put('reset', 'en', own)).status).toBe(200);
  await world.call('customer', 'POST', '/v1/autho/password_reset/', { email: world.emails.customer });
  const [mail] = await allMailsTo(world, world.emails.customer);
  expect(mail?.subject).toBe('Password of Bulk SMS Console');
  expect(mail?.text).toMatch(
    /^Hello <b> & "you",\nchoose one:\n\nhttps:\/\/sms\.example\/reset-password\/\S+\n\n-- \nBulk SMS Console\n$/,
  );
  const { html } = await reset();
  expect(html).toContain('Hello &#60;b&#62; &#38; &#34;you&#34;,<br>choose one:');
  expect(html).toMatch(/<a href="https:\/\/a\.example\/l"[^>]*>Choose &#60;it&#62;<\/a>/);
  expect((await textOf('reset', 'ne'))?.is_own).toBe(false);
  expect(await textOf('reset', 'en')).toMatchObject({ ...own, is_own: true });
});

test('another process uses it at once, and has our text again after a reset', async () => {
  const other = await buildApp({ ...world.deps });
  const headers = { authorization: `Token ${world.tokens.admin}` };
  const before = await textOf('reset', 'en');
  await put('reset', 'en', own);
  const there = (await other.inject({ url: PATH, headers })).json<Answer>();
  expect(there.data.texts).toContainEqual(
    expect.objectContaining({ ...own, kind: 'reset', language: 'en', is_own: true }),
  );
  await other.close();
  const path = `${PATH}reset/en/`;
  expect((await world.call<Answer>('admin', 'DELETE', path)).body.data.texts).toContainEqual(before);
  expect((await reset()).subject).toBe('A new password for Bulk SMS Console');
  expect((await world.call<Answer>('admin', 'DELETE', path)).body.data.texts).toContainEqual(before);
});

test.each([
  [{ subject: ' ' }, 'subject'],
  [{ subject: 'Two\nlines' }, 'subject'],
  [{ subject: 'x'.repeat(151) }, 'subject'],
  [{ subject: 'Link {{link}}' }, 'subject'],
  [{ subject: 'Him\u202eal' }, 'subject'],
  [{ body: '' }, 'body'],
  [{ body: `\u2066${own.body}` }, 'body'],
  [{ body: 'Without a link' }, 'body'],
  [{ body: `${own.body} {{name}}` }, 'body'],
])('%j is refused at its field, and the text stays', async (change, field) => {
  await put('reset', 'en', own);
  const { status, body } = await put('reset', 'en', { ...own, ...change });
  expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]]);
  expect(await textOf('reset', 'en')).toMatchObject(own);
});

test('changes and resets are recorded with both texts', async () => {
  await put('invitation', 'ne', { subject: 'A', body: '[A]({{link}})' });
  await put('invitation', 'ne', { subject: 'B', body: '[A]({{link}})' });
  await world.call('admin', 'DELETE', `${PATH}invitation/ne/`);
  const { rows } = await sql`
    SELECT actor_email, title, before, after FROM audit_entry
    WHERE title = 'mail invitation (ne)' ORDER BY uuid DESC LIMIT 2`.execute(world.db);
  const ours = builtInTemplate('invitation', 'ne');
  const caller = { actor_email: world.emails.admin, title: 'mail invitation (ne)' };
  expect(rows).toEqual([
    { ...caller, before: { subject: 'B', body: '[A]({{link}})' }, after: ours },
    { ...caller, before: { subject: 'A' }, after: { subject: 'B' } },
  ]);
});

/** Changes the text of `reset` in English if it is that version still. */
const send = async (method: 'PUT' | 'DELETE', version: string | undefined, body?: object) => {
  const headers = { authorization: `Token ${world.tokens.admin}`, 'if-match': `"${version}"` };
  const url = `${PATH}reset/en/`;
  const answer = await world.app.inject({ method, url, headers, ...(body && { payload: body }) });
  return [answer.statusCode, answer.json<Answer>().code];
};

test('a change that is sent again because the answer was lost is done, and recorded once', async () => {
  const recorded = async () =>
    (await sql`SELECT FROM audit_entry WHERE title = 'mail reset (en)'`.execute(world.db)).rows.length;
  const [release, before] = [await textOf('reset', 'en'), await recorded()];
  for (const time of [1, 2])
    expect(await send('PUT', release?.updated_at, own), `${time}`).toEqual([200, undefined]);
  expect(await recorded()).toBe(before + 1);
  const changed = await textOf('reset', 'en');
  for (const time of [1, 2])
    expect(await send('DELETE', changed?.updated_at), `${time}`).toEqual([200, undefined]);
  expect(await recorded()).toBe(before + 2);
  expect(await textOf('reset', 'en')).toEqual(release);
});

test('of two people who change one text the second is told, and nothing of the first is lost', async () => {
  const release = await textOf('reset', 'en');
  const changed = [412, 'changed'];
  expect(await send('PUT', release?.updated_at, own)).toEqual([200, undefined]);
  expect(await send('PUT', release?.updated_at, { ...own, subject: 'Mine' })).toEqual(changed);
  const first = await textOf('reset', 'en');
  expect(first).toMatchObject(own);
  expect(await send('PUT', first?.updated_at, { ...own, subject: 'Mine' })).toEqual([200, undefined]);
  expect(await send('DELETE', first?.updated_at)).toEqual(changed);
  const second = await textOf('reset', 'en');
  expect(second?.subject).toBe('Mine');
  expect(await send('DELETE', second?.updated_at)).toEqual([200, undefined]);
  expect(await textOf('reset', 'en')).toEqual(release);
});

test('a stored text with outdated variables is not sent', async () => {
  await sql`
    INSERT INTO mail_text (kind, language, subject, body)
    VALUES ('reset', 'en', 'Old', 'No link'), ('gone', 'en', 'Old', 'Of no mail')`.execute(world.db);
  expect((await reset()).text).toContain('https://a.example/l');
  expect((await textOf('reset', 'en'))?.is_own).toBe(false);
});

test('only holders of the settings’ pair read and change them', async () => {
  expect((await world.call('support', 'GET', PATH)).status).toBe(403);
  expect((await world.call('customer', 'PUT', `${PATH}reset/en/`, own)).status).toBe(403);
  expect((await put('nothing', 'en', own)).status).toBe(400);
  expect((await put('reset', 'fr', own)).status).toBe(400);
});

test('the brand is read once per mail', async () => {
  const { db, count } = countedReads(world.db, 'settings_part');
  const write = accountMails(db, () => 'https://sms.example');
  const mail = {
    uuid: randomUUID(),
    to: world.emails.customer,
    kind: 'two-factor-on',
    language: null,
    about: null,
  };
  expect((await write(mail as Parameters<typeof write>[0]))?.text).toContain('Bulk SMS Console');
  expect(count()).toBe(1);
});
