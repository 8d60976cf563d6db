import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import type { Profile } from '#schema/user.ts';
import type { User as UserRecord } from '#schema/users.ts';
import { createTestApp, PASSWORD, type TestApp, type User } from '../../support/app.ts';
import { allMailsTo, type Mail } from '../../support/mailbox.ts';

export const OWN = '/v1/autho/user/address/';
const LINK = '/v1/autho/address/';
export type Answer = Failure & { data: Profile };
const linkOf = (letter?: Mail) => /\/confirm-address\/(\S+)/.exec(letter?.text ?? '')?.[1] ?? '';

/** A new customer for each test, and requests that change their address. */
export function setUpAddressChange() {
  let app: TestApp;
  /** The app with customers of this test's own. */
  let t: TestApp;
  /** The customer's uuid, and the address that they want. */
  let uuid: string;
  let wanted: string;
  let made = 0;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    t = await app.newCustomers();
    const { rows } = await sql<{ uuid: string }>`
    SELECT uuid FROM users WHERE account = ${t.accounts.customer}`.execute(t.db);
    uuid = rows[0]?.uuid as string;
    made += 1;
    wanted = `wanted-${made}@new.test`;
  });

  const ask = (more: object = { password: PASSWORD }, as: User = 'customer') =>
    t.call<Answer>(as, 'POST', OWN, { email: wanted, ...more });
  const put = (body: object = { email: wanted }) =>
    t.call<Failure & { data: UserRecord }>('admin', 'PUT', `/v1/autho/users/${uuid}/`, body);
  const letters = (to: string): Promise<Mail[]> => allMailsTo(t, to);
  const mailed = async (to = wanted) => linkOf((await letters(to))[0]);
  const check = async (link: string) =>
    (await t.call<{ data: { email: string | null } }>(null, 'POST', `${LINK}check/`, { link })).body.data
      .email;
  const confirm = (link: string) => t.call<Failure>(null, 'POST', LINK, { link });
  const addressNow = async (of = uuid) =>
    (await sql<{ email: string }>`SELECT email FROM users WHERE uuid = ${of}`.execute(t.db)).rows[0]?.email;
  const forgot = (email: string) => t.call(null, 'POST', '/v1/autho/password_reset/', { email });
  return {
    get world() {
      return t;
    },
    get uuid() {
      return uuid;
    },
    get wanted() {
      return wanted;
    },
    ask,
    put,
    letters,
    mailed,
    check,
    confirm,
    addressNow,
    forgot,
  };
}
