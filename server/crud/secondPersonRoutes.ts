import { sql } from 'kysely';
import { z } from 'zod';
import { type Entity, one } from '#schema/entity.ts';
import type { Pair } from '#schema/permissions.ts';
import { type Decision, rejected } from '#schema/secondPerson.ts';
import type { Db } from '../db/database.ts';
import type { App, Deps } from '../deps.ts';
import type { Caller } from '../services/platform/caller.ts';
import { accountName, userName } from '../services/platform/names.ts';
import { crud } from './crud.ts';

const params = z.object({ uuid: z.uuid() });

interface SecondPerson {
  /** Of the requests. */
  table: string;
  /** Allows deciding. */
  pair: Pair;
  /** Decides one in the caller's transaction, or throws a Problem. */
  decide(trx: Db, caller: Caller, uuid: string, decision: Decision): Promise<void>;
}

/** The list of requests that need a second person, with POST {uuid}/confirm/ and {uuid}/reject/; both return the request. */
export function secondPersonRoutes(
  app: App,
  { db }: Pick<Deps, 'db'>,
  entity: Entity,
  { table, pair, decide }: SecondPerson,
): void {
  const config = { access: pair };
  const tags = [entity.name, 'ours'];
  const response = { 200: one(entity.record) };
  const { find } = crud(app, { db }, entity, {
    table,
    ours: true,
    uncounted: true,
    columns: {
      account_name: accountName,
      asked_by_name: userName(sql`t.asked_by`),
      decided_by_name: userName(sql`t.decided_by`),
    },
  });
  const decided = async (caller: Caller, uuid: string, decision: Decision) => {
    await db.transaction().execute((trx) => decide(trx, caller, uuid, decision));
    return { data: (await find(uuid, caller)) as never };
  };

  app.post(`${entity.path}:uuid/confirm/`, { config, schema: { tags, params, response } }, (request) =>
    decided(request.caller, request.params.uuid, { status: 'confirmed' }),
  );

  app.post(
    `${entity.path}:uuid/reject/`,
    { config, schema: { tags, params, body: rejected, response } },
    (request) =>
      decided(request.caller, request.params.uuid, { status: 'rejected', reason: request.body.reason }),
  );
}
