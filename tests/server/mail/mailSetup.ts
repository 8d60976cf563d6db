import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { mailDelivery } from '../../../server/jobs/mail.ts';
import { type MailTransport, smtpTransport } from '../../../server/services/mail/mail.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';

export interface Received {
  from: string;
  to: string[];
  user: string | undefined;
  raw: string;
}

/** A mail server, and the queue that delivers to it. */
export function setUpMail() {
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

  return {
    get world() {
      return world;
    },
    get environment() {
      return environment;
    },
    get refusals() {
      return refusals;
    },
    set refusals(value) {
      refusals = value;
    },
    get deliver() {
      return deliver;
    },
    set deliver(value) {
      deliver = value;
    },
    received,
    stored,
    signUp,
  };
}
