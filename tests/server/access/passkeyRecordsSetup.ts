import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { PasskeyOptions } from '#schema/passkey.ts';
import { digest } from '../../../server/services/access/digest.ts';
import {
  addPasskey,
  newPasskeyOptions,
  passPasskey,
  proofOptions,
} from '../../../server/services/access/passkeys.ts';
import type { Caller } from '../../../server/services/platform/caller.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { type Authenticator, createAuthenticator } from '../../support/authenticator.ts';

/** Each step of making and using a passkey: what is asked, kept, written down and refused. As requests: passkeys.test.ts. */

export const SITE = { origin: 'https://sms.example:8443' };

type Asked = PasskeyOptions & { challenge: string };
type Lies = Parameters<Authenticator['prove']>[1];
export const WRONG = {
  ...{ code: 'wrong_passkey', message: 'The passkey was not accepted. Try again, or use a code.' },
};

export const undone = (work: Promise<unknown>, problem: object = WRONG) =>
  expect(work).rejects.toMatchObject(problem);

/** A user with an authenticator, and what the database keeps of its passkeys. */
export function setUpPasskeyRecords() {
  let app: TestApp;
  let t: TestApp;
  let user: string;
  let caller: Caller;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    t = await app.newCustomers();
    user = await userOf(t.emails.customer);
    caller = {
      ...{
        user,
        account: t.accounts.customer,
        role: 'customer',
        pairs: [],
        tokenHash: digest(t.tokens.customer),
      },
    };
    await enrol(user);
  });

  async function userOf(email: string): Promise<string> {
    const { rows } = await sql<{ uuid: string }>`SELECT uuid FROM users WHERE email = ${email}`.execute(t.db);
    return rows[0]?.uuid as string;
  }

  const enrol = (owner: string) =>
    sql`INSERT INTO two_factor ("user", secret, confirmed_at) VALUES (${owner}, 'SECRET', now())`.execute(
      t.db,
    );
  /** Gives a user passkeys that nobody can use. */
  const fill = (owner: string, count: number) =>
    sql`
    INSERT INTO passkey ("user", name, credential_id, public_key, counter, backup_eligible, backed_up)
    SELECT ${owner}, n::text, uuid_send(gen_random_uuid()), '\\x01', 0, false, false
    FROM generate_series(1, ${count}) n`.execute(t.db);

  const making = async () => (await newPasskeyOptions(t.db, caller, SITE)) as Asked;
  const asked = async (owner = user) => (await proofOptions(t.db, owner, SITE)) as Asked;
  async function add(key: Authenticator, { name = 'Phone', ...lies }: Lies & { name?: string } = {}) {
    await addPasskey(t.db, caller, { name, answer: key.register(await making(), lies) }, SITE);
  }
  async function enrolled(more: { backup?: boolean } = {}): Promise<Authenticator> {
    const key = createAuthenticator({ origin: SITE.origin, ...more });
    await add(key);
    return key;
  }

  const pass = (answer: Parameters<typeof passPasskey>[2], owner = user) =>
    passPasskey(t.db, owner, answer, SITE);
  const kept = async () =>
    (
      await sql<Record<string, unknown>>`
      SELECT uuid, name, counter, transports, backup_eligible, backed_up, last_used_at FROM passkey
      WHERE "user" = ${user} ORDER BY uuid`.execute(t.db)
    ).rows;

  return {
    get world() {
      return t;
    },
    get user() {
      return user;
    },
    get caller() {
      return caller;
    },
    userOf,
    fill,
    making,
    asked,
    add,
    enrolled,
    pass,
    kept,
    enrol,
  };
}
