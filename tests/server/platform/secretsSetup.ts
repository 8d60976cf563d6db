import { type Kysely, sql } from 'kysely';
import { expect } from 'vitest';
import { SECRET_COLUMNS } from '../../../server/services/platform/storedSecrets.ts';
import { PASSWORD, type TestApp } from '../../support/app.ts';

interface Stored {
  what: string;
  value: string;
}

export const stored = async (db: Kysely<unknown>): Promise<Stored[]> => {
  const all = SECRET_COLUMNS.map(
    ({
      table,
      column,
      key,
    }) => sql`SELECT ${`${table}.${column}`} || ' ' || ${sql.ref(key)} AS what, ${sql.ref(column)} AS value
      FROM ${sql.table(table)} WHERE ${sql.ref(column)} IS NOT NULL`,
  );
  return (await sql<Stored>`${sql.join(all, sql` UNION ALL `)} ORDER BY 1`.execute(db)).rows;
};

export const LINK = {
  ...{
    name: 'ntc',
    host: 'smsc.example',
    port: 2775,
    tls: false,
    system_id: 'console',
    password: 'hunter22',
  },
  ...{ window: 10, rate: 0, operators: ['ntc'], priority: 1 },
};

export const HOOK = { url: 'https://example.com/hook', events: ['message.delivered'], is_active: true };
/** One of each secret, by the API; what the callers were told. */
export async function fill(world: TestApp) {
  const hook = await world.call<{ data: { uuid: string; secret: string } }>(
    'customer',
    'POST',
    '/v1/autho/webhooks/',
    HOOK,
  );
  const rotated = await world.call<{ data: { secret: string } }>(
    ...(['customer', 'POST', `/v1/autho/webhooks/${hook.body.data.uuid}/rotate-secret/`, {}] as const),
  );
  const link = await world.call('admin', 'POST', '/v1/admin/operator-links/', LINK);
  const factor = await world.call<{ data: { secret: string } }>(
    'admin',
    'POST',
    '/v1/autho/two-factor/start/',
    {
      password: PASSWORD,
    },
  );
  expect(
    [hook.status, rotated.status, link.status, factor.status],
    JSON.stringify([hook.text, link.text, factor.text]),
  ).toEqual([201, 200, 201, 200]);
  return { former: hook.body.data.secret, secret: rotated.body.data.secret, totp: factor.body.data.secret };
}
