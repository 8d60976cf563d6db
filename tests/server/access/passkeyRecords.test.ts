import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { PASSKEYS_MAX } from '#schema/passkey.ts';
import {
  addPasskey,
  listPasskeys,
  removePasskey,
  requirePasskey,
} from '../../../server/services/access/passkeys.ts';
import { createAuthenticator } from '../../support/authenticator.ts';
import { SITE, setUpPasskeyRecords, undone } from './passkeyRecordsSetup.ts';

const setup = setUpPasskeyRecords();
const { userOf, fill, making, asked, add, enrolled, pass, kept } = setup;

const written = async () =>
  (
    await sql`
      SELECT action, entity, title, before, after FROM audit_entry WHERE record = ${setup.user} ORDER BY uuid`.execute(
      setup.world.db,
    )
  ).rows;
const alerts = async () =>
  (
    await sql<{
      kind: string;
    }>`SELECT kind FROM security_alert WHERE "user" = ${setup.user} ORDER BY uuid`.execute(setup.world.db)
  ).rows.map(({ kind }) => kind);

describe('making a passkey', () => {
  test('asks for one of this site and user, who is checked, and none that is there', async () => {
    const first = await making();
    const bytes = Buffer.from(setup.user.replaceAll('-', ''), 'hex').toString('base64url');
    expect(first).toMatchObject({
      rp: { name: 'Bulk SMS Console', id: 'sms.example' },
      user: { id: bytes, name: setup.world.emails.customer, displayName: 'Sita Sharma' },
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
    expect(await listPasskeys(setup.world.db, setup.user)).toMatchObject([
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
    await addPasskey(
      setup.world.db,
      setup.caller,
      { name: 'Old', answer: { ...rest, response: silent } },
      SITE,
    );
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
    await addPasskey(setup.world.db, setup.caller, { name: 'One', answer }, SITE);
    await undone(addPasskey(setup.world.db, setup.caller, { name: 'Two', answer }, SITE));
    await undone(add(key), { code: 'conflict', message: 'This passkey was already added.' });
    expect([await kept(), await alerts()]).toMatchObject([[{ name: 'One' }], ['passkey-added']]);
  });

  test(`is refused when there are ${PASSKEYS_MAX}`, async () => {
    await fill(setup.user, PASSKEYS_MAX - 1);
    const answer = createAuthenticator({ origin: SITE.origin }).register(await making());
    await fill(setup.user, 1);
    const why = { code: 'conflict', message: 'You already have 20 passkeys. Remove one first.' };
    await undone(making(), why);
    await undone(addPasskey(setup.world.db, setup.caller, { name: 'More', answer }, SITE), why);
  });
});

describe('removing a passkey', () => {
  const missing = { code: 'not_found' };

  test('takes it away, tells the user and writes it down', async () => {
    const key = await enrolled();
    const [{ uuid = '' } = {}] = await listPasskeys(setup.world.db, setup.user);
    await requirePasskey(setup.world.db, setup.caller, uuid);
    const answer = key.prove(await asked());
    await removePasskey(setup.world.db, setup.caller, uuid);
    expect(await kept()).toEqual([]);
    expect((await written())[1]).toEqual({
      ...{ action: 'remove-passkey', entity: 'users', title: 'Sita Sharma' },
      ...{ before: { name: 'Phone' }, after: null },
    });
    expect(await alerts()).toEqual(['passkey-added', 'passkey-removed']);
    await undone(pass(answer));
    await undone(removePasskey(setup.world.db, setup.caller, uuid), missing);
  });

  test('of another user, or that is not there, is not found', async () => {
    await enrolled();
    const [{ uuid = '' } = {}] = await listPasskeys(setup.world.db, setup.user);
    const other = { ...setup.caller, user: await userOf(setup.world.emails.other) };
    for (const [owner, which] of [
      [other, uuid],
      [setup.caller, randomUUID()],
    ] as const) {
      await undone(requirePasskey(setup.world.db, owner, which), missing);
      await undone(removePasskey(setup.world.db, owner, which), missing);
    }
    expect(await kept()).toHaveLength(1);
  });
});
