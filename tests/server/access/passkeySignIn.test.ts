import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { addPasskey, proofOptions } from '../../../server/services/access/passkeys.ts';
import { createAuthenticator } from '../../support/authenticator.ts';
import { waitForLocks } from '../../support/locks.ts';
import { SITE, setUpPasskeyRecords, undone, WRONG } from './passkeyRecordsSetup.ts';

const setup = setUpPasskeyRecords();
const { userOf, enrol, fill, making, asked, enrolled, pass, kept } = setup;

describe('showing a passkey', () => {
  test('is asked of a user’s own, with the user checked; of who has none nothing is', async () => {
    expect(await proofOptions(setup.world.db, setup.user, SITE)).toBeUndefined();
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
    const userHandle = Buffer.from(setup.user.replaceAll('-', ''), 'hex').toString('base64url');
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
    await sql`UPDATE passkey_challenge SET expires_at = now() WHERE "user" = ${setup.user}`.execute(
      setup.world.db,
    );
    await undone(pass(late));
    await undone(pass(key.prove(await making())));
    const other = await userOf(setup.world.emails.other);
    await undone(pass(key.prove(await asked()), other));
    const stranger = createAuthenticator({ origin: SITE.origin });
    await undone(pass(stranger.prove(await asked())));
    // And what was asked as a proof makes none.
    const fresh = createAuthenticator({ origin: SITE.origin });
    await undone(
      addPasskey(setup.world.db, setup.caller, { name: 'x', answer: fresh.register(await asked()) }, SITE),
    );
  });

  test('to what another user was asked is refused', async () => {
    const key = await enrolled();
    const other = await userOf(setup.world.emails.other);
    await enrol(other);
    await fill(other, 1);
    await undone(pass(key.prove(await asked(other))));
  });

  test('of two concurrent answers with one count, one is refused as a copy', async () => {
    const key = await enrolled();
    const answers = [await asked(), await asked()].map((options) => key.prove(options, { counter: 5 }));
    // Both have been looked at with the former count before either is written down.
    const { both } = await setup.world.db.transaction().execute(async (trx) => {
      await sql`SELECT FROM passkey WHERE "user" = ${setup.user} FOR UPDATE`.execute(trx);
      const sent = Promise.allSettled(answers.map((answer) => pass(answer)));
      await waitForLocks(setup.world.db, 2);
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
      WHERE "user" = ${setup.user}`.execute(setup.world.db);
    expect(rows).toEqual([{ minutes: 5 }]);
  });
});
