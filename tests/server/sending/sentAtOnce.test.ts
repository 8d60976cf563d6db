import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { PATH, setUpPlans } from './planSetup.ts';

const setup = setUpPlans();
const { base, post } = setup;

test('a refusal names the plan that the request has made, and the next request sends it', async () => {
  const refused = await post({ ...base(), max_cost: 1 });
  expect(refused.body).toMatchObject({ code: 'price_changed', data: { recipients: 1 } });
  const { uuid, cost } = refused.body.data as unknown as { uuid: string; cost: number };
  const sent = await post({ ...base(), plan: uuid, cost });
  expect(sent.status, sent.text).toBe(201);
});

test('what is sent at once is counted when it is accepted', async () => {
  const numbers = ['9841000001', '9841000001', '9841000778', '123'];
  await setup.world.call('customer', 'POST', '/v1/sms/blacklist-numbers/', { phone: '9841000778' });
  const sent = await post({ ...base(), recipients: { numbers }, max_cost: 10_000 });
  expect(sent.body, sent.text).toMatchObject({ data: { recipients: 1 } });
  const { uuid } = sent.body.data as unknown as { uuid: string };
  const { rows } = await sql`
    SELECT p.used, p.summary->'refused' AS refused, p.summary->'file_rows' AS file_rows
    FROM plan p JOIN campaign c ON c.plan = p.uuid WHERE c.uuid = ${uuid}`.execute(setup.world.db);
  expect(rows).toMatchObject([
    { used: true, refused: { duplicate: 1, blacklisted: 1, invalid: 1 }, file_rows: 0 },
  ]);
});

test('numbers in a row are noticed, and fewer than make a run are not looked for', async () => {
  await sql`UPDATE provider_setting SET consecutive_numbers = 3`.execute(setup.world.db);
  const flagOf = async (numbers: string[]) => {
    const sent = await post({ ...base(), recipients: { numbers }, max_cost: 10_000 });
    const { uuid } = sent.body.data as unknown as { uuid: string };
    const { rows } = await sql<{ flag: unknown }>`
      SELECT flag->'longest' AS flag FROM campaign WHERE uuid = ${uuid}`.execute(setup.world.db);
    return rows[0]?.flag;
  };
  expect(await flagOf(['9841000011', '9841000012', '9841000013'])).toBe(3);
  expect(await flagOf(['9841000021', '9841000022'])).toBeNull();
});

test('a plan that is not counted cannot be sent by its uuid', async () => {
  const { rows } = await sql<{ uuid: string }>`
    INSERT INTO plan (account, request_hash, expires_at)
    VALUES (${setup.world.accounts.customer}, '\\x00', now() + interval '1 hour') RETURNING uuid`.execute(
    setup.world.db,
  );
  const answer = await setup.world.call('customer', 'POST', PATH, {
    ...base(),
    plan: rows[0]?.uuid,
    cost: 1,
  });
  expect([answer.status, answer.body]).toMatchObject([
    409,
    { detail: 'This check has expired. Check the cost again.' },
  ]);
});
