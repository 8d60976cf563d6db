import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { AlertKind } from '#schema/securityAlert.ts';
import { postAlert } from '../../../server/services/access/securityAlerts.ts';
import { createTestApp, PASSWORD, type TestApp } from '../../support/app.ts';
import { allMailsTo, type Mail, mailsTo } from '../../support/mailbox.ts';
import { soon } from '../../support/soon.ts';

export const notMeIn = ({ text }: Mail): string => /\/not-me\/(\S+)/.exec(text)?.[1] ?? '';

/** A new user for each test, whom a security mail has alerted. */
export function setUpNotMe() {
  let app: TestApp;
  /** The app with customers of this test's own. */
  let t: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    t = await app.newCustomers();
  });
  const uuidOf = async () =>
    (await sql<{ uuid: string }>`SELECT uuid FROM users WHERE account = ${t.accounts.customer}`.execute(t.db))
      .rows[0]?.uuid as string;
  /** The newest mail with this subject to the customer, or to another address, once it is there. */
  async function letter(subject: string, to = t.emails.customer): Promise<Mail> {
    let found: Mail | undefined;
    await soon(async () => {
      await t.deps.deliverMail();
      found = (await mailsTo(t, to)).find((one) => one.subject === subject);
      expect(found).toBeDefined();
    });
    return found as Mail;
  }

  const subjects = async () => (await allMailsTo(t, t.emails.customer)).map(({ subject }) => subject);
  async function alerted(kind: AlertKind = 'new-device', email?: string): Promise<string> {
    const uuid = await uuidOf();
    await t.db
      .transaction()
      .execute((trx) => postAlert(trx, uuid, kind, { ...(email && { email }), detail: 'x' }));
    const titles = {
      'password-changed': 'Your password was changed',
      'address-changed': 'Your e-mail address was changed',
      'key-added': 'An API key was added',
      'new-device': 'New sign-in to your account',
      'passkey-added': 'A passkey was added',
      'passkey-removed': 'A passkey was removed',
      'codes-renewed': 'Your recovery codes were renewed',
    };
    return notMeIn(await letter(titles[kind], email));
  }

  const signsIn = (from: string, cookie?: string) =>
    t.app.inject({
      ...{ method: 'POST', url: '/v1/login/', remoteAddress: from, headers: cookie ? { cookie } : {} },
      payload: { email: t.emails.customer, password: PASSWORD },
    });

  return {
    get world() {
      return t;
    },
    uuidOf,
    letter,
    subjects,
    alerted,
    signsIn,
  };
}
