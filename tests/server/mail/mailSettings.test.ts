import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import type { MailSettings, MailTest } from '#schema/mailSettings.ts';
import { SETUP_HEALTH, type SetupHealth } from '#schema/setupHealth.ts';
import { buildApp } from '../../../server/app.ts';
import { readConfig } from '../../../server/config.ts';
import { mailDelivery } from '../../../server/jobs/mail.ts';
import { postMail } from '../../../server/services/mail/mail.ts';
import { forgetShownMails, mailTransport } from '../../../server/services/mail/mailServer.ts';
import { keyringOf } from '../../../server/services/platform/keyring.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';

const PATH = '/v1/admin/settings/mail/';
const PASSWORD = 'mail secret @/?';

/** The mails that came, as they were sent. */
let received: string[] = [];
const server = new SMTPServer({
  disabledCommands: ['STARTTLS'],
  allowInsecureAuth: true,
  onAuth: ({ password }, _, done) =>
    password === PASSWORD ? done(null, { user: 'console' }) : done(new Error('no')),
  onData(stream, _, done) {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      received.push(Buffer.concat(chunks).toString());
      done();
    });
  },
});
let world: TestApp;
let port: number;
/** A server with a database of its own, without a mail server in its environment. */
const env = {
  ...{ PUBLIC_URL: 'https://sms.example', DATABASE_URL: 'postgresql://nowhere', LOG_LEVEL: 'silent' },
};
let deliver: () => Promise<void> = async () => {};
let close: () => void = () => {};

beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  port = (server.server.address() as AddressInfo).port;
  world = await createTestApp({ environment: env, deliverMail: () => deliver() });
  const mail = mailTransport(world.db, readConfig(env));
  close = mail.close;
  const office = { db: world.db, publicUrl: () => 'https://sms.example', log: { warn: () => {} } };
  deliver = mailDelivery({ ...office, transport: mail.now });
});
/** Each test begins without a mail server in the console, and without mails. */
beforeEach(async () => {
  await sql`DELETE FROM mail_server`.execute(world.db);
  await sql`DELETE FROM mail`.execute(world.db);
  received = [];
});
afterAll(async () => {
  close();
  await world.close();
  await new Promise<void>((ended) => server.close(() => ended()));
});

type Answer = { data: MailSettings } & Failure;
const input = () => ({
  ...{ host: '127.0.0.1', port, security: 'none', username: 'console', password: PASSWORD },
  ...{ sender_name: 'Himal "SMS"', sender_address: 'no-reply@himal.example' },
});
const put = (body: object) => world.call<Answer>('admin', 'PUT', PATH, body);
const tryOut = async () =>
  (await world.call<{ data: MailTest } & Failure>('admin', 'POST', `${PATH}test/`)).body;
const forgot = () =>
  world.call('customer', 'POST', '/v1/autho/password_reset/', { email: world.emails.customer });

test('without a mail server nobody gets a link, and a test mail says why', async () => {
  expect((await forgot()).status).toBe(503);
  expect((await tryOut()).code).toBe('conflict');
  expect((await world.call<Answer>('admin', 'GET', PATH)).body.data).toEqual({
    ...{ server: null, is_fixed: false, sender: null, is_shown: false },
  });
});

test('a saved mail server sends the next mail; its password is encrypted and never returned', async () => {
  const { body } = await put(input());
  const { password: _, ...shown } = input();
  expect(body.data).toMatchObject({
    server: { ...shown, has_password: true },
    sender: '"Himal SMS" <no-reply@himal.example>',
  });
  const { rows } = await sql<{ all: string }>`
    SELECT (SELECT jsonb_agg(m) FROM mail_server m)::text || (SELECT jsonb_agg(e) FROM audit_entry e)::text AS all`.execute(
    world.db,
  );
  expect(rows[0]!.all).not.toContain(PASSWORD);
  expect(rows[0]!.all).toContain('enc1:');
  expect((await forgot()).status).toBe(200);
  await expect.poll(() => received).toHaveLength(1);
  expect(received[0]).toContain(`To: ${world.emails.customer}`);
  expect(received[0]).toMatch(/^From: "?Himal SMS"? <no-reply@himal\.example>/m);
});

test('a test mail says what the mail server answered', async () => {
  await put(input());
  expect((await tryOut()).data).toMatchObject({ result: 'accepted', to: world.emails.admin });
  expect(received).toMatchObject([expect.stringContaining('Subject: Test e-mail')]);
  await put({ ...input(), password: 'another' });
  expect((await tryOut()).data).toMatchObject({ result: 'refused', detail: expect.stringContaining('535') });
  await put({ ...input(), port: 1 });
  expect((await tryOut()).data).toMatchObject({ result: 'unreachable' });
  // A missing password is the stored one.
  await put(input());
  const { password: _, ...kept } = input();
  await put({ ...kept, sender_name: null });
  expect((await tryOut()).data.result).toBe('accepted');
  expect(received.at(-1)).toMatch(/^From: no-reply@himal\.example/m);
});

test('a password that no key of the process decrypts is asked for again, and everything else works', async () => {
  await put(input());
  const sealed = keyringOf(['a-key-that-this-process-has-not-been-given']).seal(
    { table: 'mail_server', column: 'password', row: 'smtp' },
    PASSWORD,
  );
  await sql`UPDATE mail_server SET password = ${sealed}`.execute(world.db);
  const health = async () => {
    const { body } = await world.call<{ data: SetupHealth }>('admin', 'GET', SETUP_HEALTH);
    return body.data.checks.find(({ name }) => name === 'mail');
  };
  const { body } = await world.call<Answer>('admin', 'GET', PATH);
  expect(body.data).toMatchObject({
    server: { has_password: false },
    sender: expect.stringContaining('Himal'),
  });
  expect(await health()).toEqual({ name: 'mail', state: 'error', reason: 'unreadable' });
  const said = expect.stringMatching(/cannot be decrypted with this server’s SECRET_KEY/);
  expect(await tryOut()).toMatchObject({ code: 'conflict', detail: said });
  const { password: _, ...kept } = input();
  expect((await put(kept)).body.errors).toEqual({ password: [said] });
  await put(input());
  expect((await tryOut()).data.result).toBe('accepted');
  expect((await health())?.reason).not.toBe('unreadable');
});

test.each([
  ['another host', {}, { host: 'localhost' }, 400],
  ['another port', {}, { port: 1 }, 400],
  ['no encryption any more', { security: 'starttls' }, { security: 'none' }, 400],
  ['encryption', {}, { security: 'starttls' }, 200],
  ['another host without a login', {}, { host: 'localhost', username: null }, 200],
])(
  'a stored password goes with %s only if it is not shown to somebody new',
  async (_, had, change, status) => {
    await put({ ...input(), ...had });
    const { password: _secret, ...kept } = { ...input(), ...had };
    const answer = await put({ ...kept, ...change });
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([
      status,
      status === 400 ? ['password'] : [],
    ]);
    expect((await put({ ...input(), ...had, ...change })).status).toBe(200);
  },
);

test.each([
  [{ host: 'mail example' }, 'host'],
  [{ port: 70_000 }, 'port'],
  [{ security: 'maybe' }, 'security'],
  [{ sender_address: 'nobody' }, 'sender_address'],
])('%j is refused at its field, and everything stays', async (change, field) => {
  await put(input());
  const before = await world.call('admin', 'GET', PATH);
  const { status, body } = await put({ ...input(), sender_name: 'Other', ...change });
  expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]]);
  expect((await world.call('admin', 'GET', PATH)).body).toEqual(before.body);
});

test('the environment comes first, and links in mails need an address', async () => {
  const headers = { authorization: `Token ${world.tokens.admin}` };
  const fixed = { ...env, SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'Fixed <a@b.example>' };
  const first = await buildApp({ ...world.deps, config: readConfig(fixed) });
  const read = (await first.inject({ url: PATH, headers })).json<Answer>();
  expect(read.data).toMatchObject({ is_fixed: true, sender: 'Fixed <a@b.example>' });
  const refused = await first.inject({ method: 'PUT', url: PATH, headers, payload: input() });
  expect(refused.statusCode).toBe(409);
  await first.close();
  const { PUBLIC_URL: _, ...bare } = env;
  const second = await buildApp({ ...world.deps, config: readConfig(bare) });
  const linkless = await second.inject({ method: 'PUT', url: PATH, headers, payload: input() });
  expect(Object.keys(linkless.json<Answer>().errors ?? {})).toEqual(['host']);
  await second.close();
});

test('removing it ends mail, and nobody without the pair of the settings may', async () => {
  await put(input());
  expect((await world.call('support', 'DELETE', PATH)).status).toBe(403);
  const log = () => sql<{ n: number }>`SELECT count(*)::int AS n FROM audit_entry`.execute(world.db);
  const entries: unknown[] = [];
  // The second finds what it wants.
  for (let n = 0; n < 2; n++) {
    const { status, body } = await world.call<Answer>('admin', 'DELETE', PATH);
    expect([status, body.data?.server]).toEqual([200, null]);
    entries.push((await log()).rows);
  }
  expect(entries[1]).toEqual(entries[0]);
  expect((await forgot()).status).toBe(503);
});

const stored = async () =>
  (await sql<object>`SELECT kind, attempts, sent_at, text, html FROM mail`.execute(world.db)).rows;

test('without a mail server a mail waits, unwritten, for the next one', async () => {
  await postMail(world.db, { kind: 'two-factor-on', to: world.emails.customer });
  await deliver();
  expect(await stored()).toEqual([
    { kind: 'two-factor-on', attempts: 0, sent_at: null, text: null, html: null },
  ]);
  await put(input());
  await deliver();
  expect(received).toMatchObject([expect.stringContaining(`To: ${world.emails.customer}`)]);
});

test('what the demonstration kept to show is blanked where nothing shows it', async () => {
  await sql`INSERT INTO mail (kind, "to", sent_at, subject, text, html)
    VALUES ('password-reset', 'a@b.example', now(), 'New password', 'a link', 'a link')`.execute(world.db);
  await forgetShownMails(world.db, {});
  expect(await stored()).toMatchObject([{ text: 'a link', html: 'a link' }]);
  await forgetShownMails(world.db, env);
  expect(await stored()).toMatchObject([{ sent_at: expect.any(String), text: null, html: null }]);
});
