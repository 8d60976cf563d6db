import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import { keyringOf, setKeyring } from '../../../server/services/platform/keyring.ts';
import { SECRET_COLUMNS } from '../../../server/services/platform/storedSecrets.ts';
import { readLinks } from '../../../server/services/sending/linkStates.ts';
import { type Claimed, claimDue, recordAttempt } from '../../../server/services/webhooks/deliveries.ts';
import { sealSecret } from '../../../server/services/webhooks/secrets.ts';
import { createTestApp, PASSWORD, type TestApp } from '../../support/app.ts';
import { TEST_KEY } from '../../support/secretKey.ts';
import { fill, HOOK, LINK, stored } from './secretsSetup.ts';

describe('the database', () => {
  let world: TestApp;
  let given: Awaited<ReturnType<typeof fill>>;
  beforeAll(async () => {
    world = await createTestApp();
    given = await fill(world);
  });
  afterAll(() => world.close());

  test('holds no secret in clear, and each can be had again', async () => {
    const rows = await stored(world.db);
    expect(rows.map(({ what }) => what.split(' ')[0])).toEqual([
      ...['operator_link.password', 'two_factor.secret', 'webhook.former_secret', 'webhook.secret'],
    ]);
    const clear = rows.map(({ what, value }) => {
      const [column, row = ''] = what.split(' ');
      const [table = '', name = ''] = (column ?? '').split('.');
      return keyringOf([TEST_KEY]).open({ table, column: name, row }, value);
    });
    expect(clear).toEqual([LINK.password, given.totp, given.former, given.secret]);
    for (const { value } of rows) expect(value).toMatch(/^enc1:/);
    const links = await readLinks(world.db, []);
    expect(links.find(({ name }) => name === 'ntc')?.peer).toEqual({
      ...{ kind: 'smpp', url: expect.stringContaining('console:hunter22@smsc.example') },
    });
  });

  test('has every column that could hold one among those that are encrypted', async () => {
    const { rows } = await sql<{ name: string }>`
      SELECT table_name || '.' || column_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND column_name ~ 'secret|password|private|credential' ORDER BY 1`.execute(
      world.db,
    );
    const known = SECRET_COLUMNS.map(({ table, column }) => `${table}.${column}`);
    const hashed = rows
      .map(({ name }) => name)
      .filter((name) => !known.includes(name as (typeof known)[number]));
    // Hashes, and what is no secret.
    expect(hashed.filter((name) => !/hash/.test(name))).toEqual(
      ['passkey.credential_id', 'users.must_set_password'].filter((name) => hashed.includes(name)),
    );
  });

  test('without a key takes no new secret, says so with 503, and what is there in clear goes on', async () => {
    const { rows } = await sql<{ password: string }>`
      SELECT password FROM operator_link WHERE name = 'ntc'`.execute(world.db);
    const setPassword = (password?: string) =>
      sql`UPDATE operator_link SET password = ${password} WHERE name = 'ntc'`.execute(world.db);
    await setPassword('in-clear');
    onTestFinished(async () => void (await setPassword(rows[0]?.password)));
    const before = await stored(world.db);
    const ring = setKeyring(keyringOf([]));
    onTestFinished(() => void setKeyring(ring));
    const tries = [
      await world.call<Failure>('customer', 'POST', '/v1/autho/webhooks/', HOOK),
      await world.call<Failure>('admin', 'POST', '/v1/admin/operator-links/', {
        ...LINK,
        name: 'ncell',
        system_id: 'b',
      }),
      await world.call<Failure>('support', 'POST', '/v1/autho/two-factor/start/', { password: PASSWORD }),
    ];
    for (const { status, body } of tries) {
      expect([status, body.code]).toEqual([503, 'unavailable']);
      expect(body.detail).toMatch(/no key to encrypt secrets.*SECRET_KEY/);
    }
    expect(await stored(world.db)).toEqual(before);
    expect((await readLinks(world.db, []))[0]?.peer).toEqual({
      ...{ kind: 'smpp', url: expect.stringContaining('in-clear') },
    });
  });
});

test('a webhook with an unreadable secret is not called, does not delay others, and is reported', async () => {
  const world = await createTestApp();
  onTestFinished(() => world.close());
  const made = [1, 2].map(() =>
    world.call<{ data: { uuid: string; secret: string } }>('customer', 'POST', '/v1/autho/webhooks/', HOOK),
  );
  const [broken, whole] = (await Promise.all(made)).map(({ body }) => body.data);
  await sql`
    UPDATE webhook SET secret = (SELECT secret FROM webhook WHERE uuid = ${whole?.uuid})
    WHERE uuid = ${broken?.uuid}`.execute(world.db);
  await sql`
    INSERT INTO webhook_delivery (webhook, account, events, event_count)
    SELECT uuid, account, '[]', 0 FROM webhook`.execute(world.db);
  const given: string[] = [];
  const claimed = await claimDue(world.db, [], 10, ({ message }) => given.push(message));
  expect(claimed.map(({ webhook, secrets }) => ({ webhook, secrets }))).toEqual([
    { webhook: whole?.uuid, secrets: [whole?.secret] },
  ]);
  expect(given).toEqual([
    `webhook.secret of ${broken?.uuid} cannot be decrypted: it was changed, or belongs elsewhere.`,
  ]);

  // Time passes until it is due: each look takes nothing of its day and of its attempts.
  const untilDue = () =>
    sql`
    UPDATE webhook_delivery SET next_attempt_at = now(), give_up_at = give_up_at - (next_attempt_at - now())
    WHERE webhook = ${broken?.uuid}`.execute(world.db);
  const state = async () =>
    (
      await sql<{ attempts: number; round_attempts: number; attempted_at: string | null; left: number }>`
        SELECT attempts, round_attempts, attempted_at, status, in_hand,
          extract(epoch FROM give_up_at - next_attempt_at)::int AS left
        FROM webhook_delivery WHERE webhook = ${broken?.uuid}`.execute(world.db)
    ).rows[0];
  const untried = {
    attempts: 0,
    round_attempts: 0,
    attempted_at: null,
    status: 'pending',
    in_hand: false,
    left: 86_400,
  };
  expect(await state()).toEqual(untried);
  for (let look = 0; look < 3; look++) {
    await untilDue();
    expect(await claimDue(world.db, [], 10)).toEqual([]);
    expect(await state()).toEqual(untried);
  }

  await sql`UPDATE webhook SET secret = ${sealSecret(broken?.uuid ?? '', 'secret', 'whsec_again')}
    WHERE uuid = ${broken?.uuid}`.execute(world.db);
  await untilDue();
  const [again] = await claimDue(world.db, [], 10);
  expect(again).toMatchObject({ webhook: broken?.uuid, attempts: 1, secrets: ['whsec_again'] });
  // One that fails now is tried again, as the first of its attempts.
  const failed = { ok: false, http_status: 500, error: 'HTTP 500', duration: 1, answer: '' };
  await recordAttempt(world.db, again as Claimed, failed);
  expect(await state()).toMatchObject({ attempts: 1, round_attempts: 1, status: 'pending' });
});

test('a link with an unreadable secret is told apart, and does not stop the others', async () => {
  const world = await createTestApp();
  onTestFinished(() => world.close());
  const add = async (name: string) => {
    const link = { ...LINK, name, system_id: name, password: `of-${name}` };
    const { body } = await world.call<{ data: { uuid: string } }>(
      ...(['admin', 'POST', '/v1/admin/operator-links/', link] as const),
    );
    return body.data.uuid;
  };
  const [broken, whole] = [await add('broken'), await add('whole')];
  await sql`
    UPDATE operator_link SET password = (SELECT password FROM operator_link WHERE uuid = ${whole})
    WHERE uuid = ${broken}`.execute(world.db);
  const links = await readLinks(world.db, []);
  const peerOf = (uuid: string) => links.find((link) => link.uuid === uuid)?.peer;
  expect(peerOf(whole)).toMatchObject({ kind: 'smpp', url: expect.stringContaining('whole:of-whole@') });
  expect(peerOf(broken)).toEqual({
    kind: 'unreadable',
    reason: `operator_link.password of ${broken} cannot be decrypted: it was changed, or belongs elsewhere.`,
  });
});
