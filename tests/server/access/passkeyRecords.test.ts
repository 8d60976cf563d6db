import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PASSKEYS_MAX, type PasskeyOptions } from '#schema/passkey.ts';
import {
  addPasskey,
  listPasskeys,
  newPasskeyOptions,
  passPasskey,
  proofOptions,
  removePasskey,
  requirePasskey,
} from '../../../server/services/access/passkeys.ts';
import type { Caller } from '../../../server/services/platform/caller.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { type Authenticator, createAuthenticator } from '../../support/authenticator.ts';
import { waitForLocks } from '../../support/locks.ts';

/** Each step of making and using a passkey: what is asked, kept, written down and refused. As requests: passkeys.test.ts. */

const SITE = { origin: 'https://sms.example:8443' };

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
    ...{ user, account: t.accounts.customer, role: 'customer', pairs: [], tokenHash: Buffer.alloc(0) },
  };
  await enrol(user);
});

async function userOf(email: string): Promise<string> {
  const { rows } = await sql<{ uuid: string }>`SELECT uuid FROM users WHERE email = ${email}`.execute(t.db);
  return rows[0]?.uuid as string;
}
const enrol = (who: string) =>
  sql`INSERT INTO two_factor ("user", secret, confirmed_at) VALUES (${who}, 'SECRET', now())`.execute(t.db);
/** Gives a user passkeys that nobody can use. */
const fill = (who: string, count: number) =>
  sql`
    INSERT INTO passkey ("user", name, credential_id, public_key, counter, backup_eligible, backed_up)
    SELECT ${who}, n::text, uuid_send(gen_random_uuid()), '\\x01', 0, false, false
    FROM generate_series(1, ${count}) n`.execute(t.db);
type Asked = PasskeyOptions & { challenge: string };
const making = async () => (await newPasskeyOptions(t.db, caller, SITE)) as Asked;
const asked = async (who = user) => (await proofOptions(t.db, who, SITE)) as Asked;
type Lies = Parameters<Authenticator['prove']>[1];
async function add(key: Authenticator, { name = 'Phone', ...lies }: Lies & { name?: string } = {}) {
  await addPasskey(t.db, caller, { name, answer: key.register(await making(), lies) }, SITE);
}
async function enrolled(more: { backup?: boolean } = {}): Promise<Authenticator> {
  const key = createAuthenticator({ origin: SITE.origin, ...more });
  await add(key);
  return key;
}
const pass = (answer: Parameters<typeof passPasskey>[2], who = user) => passPasskey(t.db, who, answer, SITE);
const kept = async () =>
  (
    await sql<Record<string, unknown>>`
      SELECT uuid, name, counter, transports, backup_eligible, backed_up, last_used_at FROM passkey
      WHERE "user" = ${user} ORDER BY uuid`.execute(t.db)
  ).rows;
const written = async () =>
  (
    await sql`
      SELECT action, entity, title, before, after FROM audit_entry WHERE record = ${user} ORDER BY uuid`.execute(
      t.db,
    )
  ).rows;
const alerts = async () =>
  (
    await sql<{ kind: string }>`SELECT kind FROM security_alert WHERE "user" = ${user} ORDER BY uuid`.execute(
      t.db,
    )
  ).rows.map(({ kind }) => kind);
const WRONG = {
  ...{ code: 'wrong_passkey', message: 'The passkey was not accepted. Try again, or use a code.' },
};
const undone = (work: Promise<unknown>, problem: object = WRONG) =>
  expect(work).rejects.toMatchObject(problem);

describe('making a passkey', () => {
  test('asks for one of this site and user, who is checked, and none that is there', async () => {
    const first = await making();
    const bytes = Buffer.from(user.replaceAll('-', ''), 'hex').toString('base64url');
    expect(first).toMatchObject({
      rp: { name: 'Bulk SMS Console', id: 'sms.example' },
      user: { id: bytes, name: t.emails.customer, displayName: 'Sita Sharma' },
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: 'public-key' })),
      ...{ timeout: 300_000, attestation: 'none', excludeCredentials: [] },
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    });
    await enrolled();
    const [one] = (await making()).excludeCredentials as { id: string; transports: string[] }[];
    expect(one).toMatchObject({ id: expect.stringMatching(/^[\w-]{43}$/), transports: ['internal'] });
  });

  test('keeps it with its name, count and ways, tells the user and writes it down', async () => {
    await add(createAuthenticator({ origin: SITE.origin }), { counter: 7 });
    await add(createAuthenticator({ origin: SITE.origin, backup: true }), { name: 'Laptop' });
    expect(await kept()).toMatchObject([
      { name: 'Phone', counter: 7, transports: ['internal'], backup_eligible: false, backed_up: false },
      { name: 'Laptop', counter: 0, transports: ['internal'], backup_eligible: true, backed_up: true },
    ]);
    expect(await listPasskeys(t.db, user)).toMatchObject([
      { name: 'Phone', backed_up: false, last_used_at: null },
      { name: 'Laptop', backed_up: true },
    ]);
    const of = { action: 'add-passkey', entity: 'users', title: 'Sita Sharma', before: null };
    expect(await written()).toEqual([
      { ...of, after: { name: 'Phone' } },
      { ...of, after: { name: 'Laptop' } },
    ]);
    expect(await alerts()).toEqual(['passkey-added', 'passkey-added']);
  });

  test('that says nothing of its ways is kept without', async () => {
    const { response, ...rest } = createAuthenticator({ origin: SITE.origin }).register(await making());
    const { transports: _, ...silent } = response;
    await addPasskey(t.db, caller, { name: 'Old', answer: { ...rest, response: silent } }, SITE);
    expect(await kept()).toMatchObject([{ transports: [] }]);
  });

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another port', { origin: 'https://sms.example' }],
    ['another site', { rpId: 'evil.example' }],
    ['a user who was not checked', { verified: false }],
    ['a challenge that nobody asked', { challenge: 'AAAA' }],
    ['something else', { type: 'webauthn.get' }],
  ])('for %s is refused', async (_, lies) => {
    await undone(add(createAuthenticator({ origin: SITE.origin }), lies));
    expect([await kept(), await written(), await alerts()]).toEqual([[], [], []]);
  });

  test('a second time, or again of the same key, is refused', async () => {
    const key = createAuthenticator({ origin: SITE.origin });
    const answer = key.register(await making());
    await addPasskey(t.db, caller, { name: 'One', answer }, SITE);
    await undone(addPasskey(t.db, caller, { name: 'Two', answer }, SITE));
    await undone(add(key), { code: 'conflict', message: 'This passkey was already added.' });
    expect([await kept(), await alerts()]).toMatchObject([[{ name: 'One' }], ['passkey-added']]);
  });

  test(`is refused when there are ${PASSKEYS_MAX}`, async () => {
    await fill(user, PASSKEYS_MAX - 1);
    const answer = createAuthenticator({ origin: SITE.origin }).register(await making());
    await fill(user, 1);
    const why = { code: 'conflict', message: 'You already have 20 passkeys. Remove one first.' };
    await undone(making(), why);
    await undone(addPasskey(t.db, caller, { name: 'More', answer }, SITE), why);
  });
});

describe('showing a passkey', () => {
  test('is asked of a user’s own, with the user checked; of who has none nothing is', async () => {
    expect(await proofOptions(t.db, user, SITE)).toBeUndefined();
    const first = await enrolled();
    await enrolled();
    const options = await asked();
    expect(options).toMatchObject({ rpId: 'sms.example', userVerification: 'required', timeout: 300_000 });
    const allowed = options.allowCredentials as { id: string; transports: string[] }[];
    expect(allowed.map(({ transports }) => transports)).toEqual([['internal'], ['internal']]);
    expect(allowed[0]?.id).toBe(first.prove(options).id);
  });

  test('passes, again with a new challenge, and each of several', async () => {
    const keys = [await enrolled(), await enrolled({ backup: true })];
    for (const key of [...keys, ...keys]) await pass(key.prove(await asked()));
    expect(await kept()).toMatchObject([
      { counter: 2, backed_up: false, last_used_at: expect.any(String) },
      { counter: 2, backed_up: true },
    ]);
  });

  test('passes with the user’s own id in the answer, and with none', async () => {
    const key = await enrolled();
    const userHandle = Buffer.from(user.replaceAll('-', ''), 'hex').toString('base64url');
    for (const handle of [userHandle, null]) {
      const { response, ...rest } = key.prove(await asked());
      await pass({ ...rest, response: { ...response, userHandle: handle } });
    }
  });

  test('passes always without a count, where the key has none', async () => {
    const key = await enrolled();
    for (let n = 0; n < 2; n++) await pass(key.prove(await asked(), { counter: 0 }));
    expect(await kept()).toMatchObject([{ counter: 0 }]);
  });

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another site', { rpId: 'evil.example' }],
    ['a user who was not checked', { verified: false }],
    ['a challenge that nobody asked', { challenge: 'AAAA' }],
    ['something else', { type: 'webauthn.create' }],
    ['a count that is behind', { counter: 1 }],
    ['the same count', { counter: 2 }],
    ['one that may be copied and could not before', { backupEligible: true, counter: 9 }],
  ])('for %s is refused', async (_, lies) => {
    const key = await enrolled();
    for (let n = 0; n < 2; n++) await pass(key.prove(await asked()));
    await undone(pass(key.prove(await asked(), lies)));
    expect(await kept()).toMatchObject([{ counter: 2 }]);
  });

  test('with another key’s signature is refused', async () => {
    const key = await enrolled();
    const options = await asked();
    const { response, ...rest } = key.prove(options);
    const { signature } = createAuthenticator({ origin: SITE.origin }).prove(options).response;
    await undone(pass({ ...rest, response: { ...response, signature } }));
    expect(await kept()).toMatchObject([{ counter: 0 }]);
  });

  test.each(['AAAA', '', Buffer.from('null').toString('base64url'), Buffer.from('{}').toString('base64url')])(
    'that is no answer at all (%o) is refused',
    async (clientDataJSON) => {
      const { response, ...rest } = (await enrolled()).prove(await asked());
      await undone(pass({ ...rest, response: { ...response, clientDataJSON } }));
    },
  );

  test('twice, too late, of another user, or to what was asked to make one, is refused', async () => {
    const key = await enrolled();
    const answer = key.prove(await asked());
    await pass(answer);
    await undone(pass(answer));
    const late = key.prove(await asked());
    await sql`UPDATE passkey_challenge SET expires_at = now() WHERE "user" = ${user}`.execute(t.db);
    await undone(pass(late));
    await undone(pass(key.prove(await making())));
    const other = await userOf(t.emails.other);
    await undone(pass(key.prove(await asked()), other));
    const stranger = createAuthenticator({ origin: SITE.origin });
    await undone(pass(stranger.prove(await asked())));
    // And what was asked as a proof makes none.
    const fresh = createAuthenticator({ origin: SITE.origin });
    await undone(addPasskey(t.db, caller, { name: 'x', answer: fresh.register(await asked()) }, SITE));
  });

  test('to what another user was asked is refused', async () => {
    const key = await enrolled();
    const other = await userOf(t.emails.other);
    await enrol(other);
    await fill(other, 1);
    await undone(pass(key.prove(await asked(other))));
  });

  test('of two concurrent answers with one count, one is refused as a copy', async () => {
    const key = await enrolled();
    const answers = [await asked(), await asked()].map((options) => key.prove(options, { counter: 5 }));
    // Both have been looked at with the former count before either is written down.
    const { both } = await t.db.transaction().execute(async (trx) => {
      await sql`SELECT FROM passkey WHERE "user" = ${user} FOR UPDATE`.execute(trx);
      const sent = Promise.allSettled(answers.map((answer) => pass(answer)));
      await waitForLocks(t.db, 2);
      return { both: sent };
    });
    const reasons = (await both).flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(reasons).toMatchObject([WRONG]);
  });

  test('is good for five minutes', async () => {
    await enrolled();
    await asked();
    const { rows } = await sql`
      SELECT round(extract(epoch FROM expires_at - now()) / 60)::int AS minutes FROM passkey_challenge
      WHERE "user" = ${user}`.execute(t.db);
    expect(rows).toEqual([{ minutes: 5 }]);
  });
});

describe('removing a passkey', () => {
  const missing = { code: 'not_found' };

  test('takes it away, tells the user and writes it down', async () => {
    const key = await enrolled();
    const [{ uuid = '' } = {}] = await listPasskeys(t.db, user);
    await requirePasskey(t.db, caller, uuid);
    const answer = key.prove(await asked());
    await removePasskey(t.db, caller, uuid);
    expect(await kept()).toEqual([]);
    expect((await written())[1]).toEqual({
      ...{ action: 'remove-passkey', entity: 'users', title: 'Sita Sharma' },
      ...{ before: { name: 'Phone' }, after: null },
    });
    expect(await alerts()).toEqual(['passkey-added', 'passkey-removed']);
    await undone(pass(answer));
    await undone(removePasskey(t.db, caller, uuid), missing);
  });

  test('of another user, or that is not there, is not found', async () => {
    await enrolled();
    const [{ uuid = '' } = {}] = await listPasskeys(t.db, user);
    const other = { ...caller, user: await userOf(t.emails.other) };
    for (const [who, which] of [
      [other, uuid],
      [caller, randomUUID()],
    ] as const) {
      await undone(requirePasskey(t.db, who, which), missing);
      await undone(removePasskey(t.db, who, which), missing);
    }
    expect(await kept()).toHaveLength(1);
  });
});
