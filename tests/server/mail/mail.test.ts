import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../../server/config.ts';
import { runHousekeeping } from '../../../server/jobs/housekeeping.ts';
import { mailDelivery } from '../../../server/jobs/mail.ts';
import { startQueue } from '../../../server/jobs/queue.ts';
import { type MailTransport, postMail, smtpTransport } from '../../../server/services/mail/mail.ts';
import { createTestApp, type TestApp, users } from '../../support/app.ts';

interface Received {
  from: string;
  to: string[];
  user: string | undefined;
  raw: string;
}

const received: Received[] = [];
/** What the mail server says to the next recipients, the oldest first; undefined takes them. */
let refusals: (number | undefined)[] = [];
const server = new SMTPServer({
  disabledCommands: ['STARTTLS'],
  allowInsecureAuth: true,
  onAuth({ username, password }, _, done) {
    if (password === 'secret') done(null, { user: username });
    else done(new Error('no'));
  },
  onRcptTo(_, __, done) {
    const code = refusals.shift();
    if (code) done(Object.assign(new Error('not now'), { responseCode: code }));
    else done();
  },
  onData(stream, session, done) {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      const { mailFrom, rcptTo } = session.envelope;
      received.push({
        from: mailFrom ? mailFrom.address : '',
        to: rcptTo.map(({ address }) => address),
        user: session.user,
        raw: Buffer.concat(chunks).toString(),
      });
      done();
    });
  },
});

let world: TestApp;
let transport: MailTransport;
let deliver: () => Promise<void> = async () => {};
let environment: Record<string, string> = {};
beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.server.address() as AddressInfo;
  environment = {
    SMTP_URL: `smtp://console:secret@127.0.0.1:${port}`,
    MAIL_FROM: 'Bulk SMS <no-reply@sms.example>',
    PUBLIC_URL: 'https://sms.example/',
  };
  world = await createTestApp({ environment, deliverMail: () => deliver() });
  transport = smtpTransport(environment.SMTP_URL as string, environment.MAIL_FROM as string);
  deliver = mailDelivery({
    db: world.db,
    publicUrl: () => 'https://sms.example/',
    transport: async () => transport,
    log: { warn: () => {} },
  });
});
afterEach(async () => {
  received.length = 0;
  refusals = [];
  await sql`DELETE FROM mail`.execute(world.db);
  await sql`DELETE FROM mail_quota`.execute(world.db);
});
afterAll(async () => {
  transport.close();
  await world.close();
  await new Promise<void>((done) => server.close(done));
});

/** The parts of a mail, decoded. */
function parts(raw: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, type = '', encoding = '', body = ''] of raw.matchAll(
    /Content-Type: (text\/\w+)[^\r]*\r\nContent-Transfer-Encoding: ([\w-]+)\r\n\r\n([\s\S]*?)\r\n----/g,
  ))
    found[type] =
      encoding === 'base64'
        ? Buffer.from(body, 'base64').toString()
        : Buffer.from(
            body
              .replace(/=\r\n/g, '')
              .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
            encoding === 'quoted-printable' ? 'latin1' : 'utf8',
          ).toString();
  return found;
}

const stored = async () => {
  const { rows } = await sql<Record<string, unknown>>`
    SELECT kind, "to", text, html, attempts, error, sent_at IS NOT NULL AS sent, failed_at IS NOT NULL AS failed
    FROM mail ORDER BY uuid`.execute(world.db);
  return rows;
};

const signUp = (email: string, more: object = {}) =>
  world.call<{ data: { ticket: string } }>(null, 'POST', '/v1/autho/user/signup/', {
    type: 'individual',
    name: 'Click http://evil.example now',
    email,
    password: 'a good password',
    ...more,
  });

describe('a mail server', () => {
  test('gets the code in text and HTML, which then works, and nothing that the form said', async () => {
    expect((await signUp('real@example.test')).status).toBe(200);
    expect(received).toHaveLength(1);
    const [{ from, to, user, raw }] = received as [Received];
    expect({ from, to, user }).toEqual({
      from: 'no-reply@sms.example',
      to: ['real@example.test'],
      user: 'console',
    });
    expect(raw).toMatch(/^From: Bulk SMS <no-reply@sms\.example>\r$/m);
    expect(raw).toMatch(/^Subject: Your code for Bulk SMS Console\r$/m);
    expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(raw).toMatch(/^Message-ID: <[0-9a-f-]{36}@sms\.example>\r$/m);
    expect(raw).not.toContain('evil');
    const { 'text/plain': text = '', 'text/html': html = '' } = parts(raw);
    const code = /^ {4}(\d{6})\r?$/m.exec(text)?.[1] ?? 'none';
    expect(html).toContain(`>${code}</p>`);
    const verified = await world.call(null, 'POST', '/v1/autho/user/verify-otp/', {
      email: 'real@example.test',
      otp: code,
    });
    expect(verified.status).toBe(200);
  });

  test('gets Nepali as it is', async () => {
    await signUp('nepali@example.test', { language: 'ne' });
    const { 'text/plain': text = '', 'text/html': html = '' } = parts(received[0]?.raw ?? '');
    expect(text).toContain('दर्ता गरिरहेको पृष्ठमा यो कोड हाल्नुहोस्:');
    expect(html).toContain('<html lang="ne">');
  });

  test('gets a link that starts with PUBLIC_URL, whatever the request’s host says', async () => {
    await world.app.inject({
      method: 'POST',
      url: '/v1/autho/password_reset/',
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
      payload: { email: users.customer },
    });
    const { 'text/plain': text = '' } = parts(received[0]?.raw ?? '');
    expect(text).toMatch(/^https:\/\/sms\.example\/reset-password\/[0-9a-f-]{36}\r?$/m);
    expect(received[0]?.raw).not.toContain('evil');
  });

  test('leaves no code behind in any table', async () => {
    await signUp('secret@example.test');
    const code = /^ {4}(\d{6})\r?$/m.exec(parts(received[0]?.raw ?? '')['text/plain'] ?? '')?.[1] ?? 'none';
    expect(await stored()).toEqual([
      expect.objectContaining({ sent: true, text: null, html: null, to: 'secret@example.test' }),
    ]);
    const { rows } = await sql<{ row: string }>`
      SELECT to_jsonb(s)::text AS row FROM signup s UNION ALL SELECT to_jsonb(m)::text FROM mail m
      UNION ALL SELECT to_jsonb(t)::text FROM token t`.execute(world.db);
    expect(rows.length).toBeGreaterThan(1);
    for (const { row } of rows) expect(row).not.toContain(`"${code}"`);
  });
});

describe('a mail', () => {
  test('that the server does not take for now is sent later', async () => {
    refusals = [451];
    expect((await signUp('later@example.test')).status).toBe(200);
    expect(await stored()).toEqual([
      expect.objectContaining({
        sent: false,
        failed: false,
        attempts: 1,
        error: expect.stringContaining('451'),
      }),
    ]);
    await deliver();
    expect(received).toEqual([]);
    await sql`UPDATE mail SET due_at = now()`.execute(world.db);
    await deliver();
    expect(received).toHaveLength(1);
    expect(await stored()).toEqual([expect.objectContaining({ sent: true, attempts: 2, error: null })]);
  });

  test('that the server refuses for good is not tried again, nor is any for ever', async () => {
    refusals = [550];
    await signUp('gone@example.test');
    expect(await stored()).toEqual([expect.objectContaining({ failed: true, attempts: 1 })]);
    await sql`DELETE FROM mail`.execute(world.db);
    refusals = Array(20).fill(451);
    await signUp('busy@example.test');
    for (let i = 0; i < 10; i++) {
      await sql`UPDATE mail SET due_at = now()`.execute(world.db);
      await deliver();
    }
    expect(await stored()).toEqual([expect.objectContaining({ failed: true, sent: false, attempts: 8 })]);
  });

  test('goes out once when several processes deliver at once', async () => {
    for (let i = 0; i < 25; i++)
      await postMail(world.db, { kind: 'password-changed', to: `p${i}@example.test` });
    await Promise.all([deliver(), deliver(), deliver()]);
    expect(received.map(({ to }) => to[0]).sort()).toEqual(
      Array.from({ length: 25 }, (_, i) => `p${i}@example.test`).sort(),
    );
  });

  test('of a transaction that is rolled back is never sent', async () => {
    const work = world.db.transaction().execute(async (trx) => {
      await postMail(trx, { kind: 'password-changed', to: 'never@example.test' });
      throw new Error('rolled back');
    });
    await expect(work).rejects.toThrow('rolled back');
    await deliver();
    expect(received).toEqual([]);
  });

  test('goes through the queue', async () => {
    const work = deliver;
    const log = { error: () => {}, warn: () => {}, info: () => {} };
    const idle = async () => {};
    const handlers = {
      'contact-import': idle,
      'account-export': idle,
      erasure: idle,
      mail: work,
      housekeeping: idle,
    };
    const queue = await startQueue({ url: world.url, handlers, log });
    deliver = queue.deliverMail;
    try {
      await signUp('queued@example.test');
      await signUp('queued2@example.test');
      await expect.poll(() => received.length, { timeout: 10_000 }).toBe(2);
    } finally {
      deliver = work;
      await queue.stop();
    }
  });

  test('is forgotten after a week, with all that can no longer be used', async () => {
    await signUp('old@example.test');
    await world.call(null, 'POST', '/v1/autho/password_reset/', { email: users.customer });
    const left = async () => {
      const { rows } = await sql<Record<string, number>>`
        SELECT (SELECT count(*) FROM mail) AS mails, (SELECT count(*) FROM signup) AS signups,
          (SELECT count(*) FROM password_reset) AS links, (SELECT count(*) FROM mail_quota) AS quotas`.execute(
        world.db,
      );
      return rows[0];
    };
    const before = await left();
    expect(before).toMatchObject({ mails: 2, quotas: 2 });
    await runHousekeeping(world.db, world.deps.files, 24);
    expect(await left()).toEqual(before);
    await sql`UPDATE mail SET created_at = now() - interval '8 days'`.execute(world.db);
    await sql`UPDATE signup SET expires_at = now() - interval '1 second'`.execute(world.db);
    await sql`UPDATE password_reset SET expires_at = now() - interval '1 second'`.execute(world.db);
    await sql`UPDATE mail_quota SET times = ARRAY[now() - interval '61 minutes']`.execute(world.db);
    await runHousekeeping(world.db, world.deps.files, 24);
    expect(await left()).toEqual({ mails: 0, signups: 0, links: 0, quotas: 0 });
  });
});

describe('/dev/outbox', () => {
  test('is an unknown address where mail leaves, or the database is somebody’s own', async () => {
    const own = await createTestApp({ environment: { DATABASE_URL: 'postgresql://elsewhere/db' } });
    try {
      for (const app of [world, own]) {
        const [outbox, unknown] = [await app.app.inject('/dev/outbox'), await app.app.inject('/dev/unknown')];
        expect([outbox.statusCode, unknown.statusCode]).toEqual([404, 404]);
        expect(outbox.json().code).toBe(unknown.json().code);
      }
    } finally {
      await own.close();
    }
  });

  test('shows people the demonstration’s mail, its links clickable and its text as text', async () => {
    const demo = await createTestApp();
    try {
      const empty = await demo.app.inject('/dev/outbox');
      expect(empty.body).toContain('Nothing was mailed yet');
      await demo.call(null, 'POST', '/v1/autho/password_reset/', { email: users.customer });
      await sql`UPDATE mail SET subject = '<script>alert(1)</script>' || subject`.execute(demo.db);
      const { headers, body } = await demo.app.inject({
        url: '/dev/outbox',
        headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
      });
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(headers['cache-control']).toBe('no-store');
      expect(body).toContain(`To ${users.customer}`);
      expect(body).toMatch(
        /<a href="\/reset-password\/([0-9a-f-]{36})">https:\/\/sms\.example\/reset-password\/\1<\/a>/,
      );
      expect(body).not.toContain('<script>');
    } finally {
      await demo.close();
    }
  });
});

test('a mail server needs a sender and an address for links, or nothing starts', () => {
  expect(() => readConfig({ SMTP_URL: 'smtp://mail.example' })).toThrow('MAIL_FROM and PUBLIC_URL');
  expect(() => readConfig({ ...environment, SMTP_URL: 'mail.example' })).toThrow('SMTP_URL');
  expect(readConfig(environment).PUBLIC_URL).toBe('https://sms.example/');
});
