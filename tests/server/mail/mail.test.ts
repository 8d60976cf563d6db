import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../../server/config.ts';
import { createTestApp, users } from '../../support/app.ts';
import { type Received, setUpMail } from './mailSetup.ts';

const setup = setUpMail();
const { received, stored, signUp } = setup;

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
    const verified = await setup.world.call(null, 'POST', '/v1/autho/user/verify-otp/', {
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
    await setup.world.app.inject({
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
      UNION ALL SELECT to_jsonb(t)::text FROM token t`.execute(setup.world.db);
    expect(rows.length).toBeGreaterThan(1);
    for (const { row } of rows) expect(row).not.toContain(`"${code}"`);
  });
});

describe('/dev/outbox', () => {
  test('is an unknown address where mail leaves, or the database is somebody’s own', async () => {
    const own = await createTestApp({ environment: { DATABASE_URL: 'postgresql://elsewhere/db' } });
    try {
      for (const app of [setup.world, own]) {
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
  expect(() => readConfig({ ...setup.environment, SMTP_URL: 'mail.example' })).toThrow('SMTP_URL');
  expect(readConfig(setup.environment).PUBLIC_URL).toBe('https://sms.example/');
});
