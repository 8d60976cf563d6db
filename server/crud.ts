import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { type Entity, one, page } from '#schema/entity.ts';
import { isStaff } from '#schema/permissions.ts';
import type { Db } from './db/database.ts';
import type { App, Deps } from './deps.ts';
import { createQuery, type ListQuery, orderOf, where } from './listQuery.ts';
import { notFound, Problem } from './services/problem.ts';
import type { Caller } from './services/sessions.ts';

type Row = Record<string, unknown>;

/** What a module adds to the generated routes. */
export interface CrudOptions {
  table: string;
  /** SQL for fields that are not their column as it stands; `t` is the table. */
  columns?: Record<string, RawBuilder<unknown>>;
  /** Checks and completes a record before it is written. Gets what was sent, answers what to store. */
  beforeWrite?(values: Row, context: { db: Db; caller: Caller; uuid?: string }): Promise<Row> | Row;
  /**
   * A condition on every row that the routes show, such as one kind of a table that holds several. `asked`
   * is a list's query.
   */
  only?(caller: Caller, asked?: ListQuery): RawBuilder<unknown>;
  /** The column that holds a row's account, where it is not `account`. */
  owner?: string;
  /** The entity's writes that the module answers itself. */
  own?: readonly Entity['writes'][number][];
  /** Field and sentence for a unique constraint that is hit. */
  unique?: { field: string; message: string };
}

/** What a module may use of its generated routes. */
interface Crud {
  /** A record as the routes answer it. Throws `not_found` for one that the caller may not see. */
  find(uuid: string, caller: Caller): Promise<Row>;
}

/** The table behind each entity that was given routes, by the entity's name. */
export const tables = new Map<string, string>();

const uuidParams = z.object({ uuid: z.uuid() });

/** The rows of an entity that a caller may see: their account's, or every account's for staff. */
export const visibleTo = (
  { tenancy }: Entity,
  { role, account }: Caller,
  owner = 'account',
): RawBuilder<unknown> =>
  tenancy === 'everyone' || (tenancy === 'staff' && isStaff(role))
    ? sql`true`
    : sql`${sql.ref(`t.${owner}`)} = ${account}`;

/**
 * Turns an entity into its routes: list, one record, and what `entity.writes` names, with permission,
 * tenancy, paging, ordering, search, filters, validation and OpenAPI. DELETE on the collection deletes
 * what its filters match; it needs at least one.
 */
export function crud(app: App, { db }: Pick<Deps, 'db'>, entity: Entity, options: CrudOptions): Crud {
  tables.set(entity.name, options.table);
  const table = sql.table(options.table);
  const names = Object.keys(entity.record.shape);
  const columns = sql.join(
    names.map((name) => sql`${options.columns?.[name] ?? sql.ref(`t.${name}`)} AS ${sql.ref(name)}`),
  );
  const tags = [entity.name];
  const query = createQuery(entity);
  const generated = (kind: Entity['writes'][number]) =>
    entity.writes.includes(kind) && !options.own?.includes(kind);
  const visible = (caller: Caller) => visibleTo(entity, caller, options.owner);
  const seen = (caller: Caller, asked?: ListQuery) =>
    options.only ? sql`${visible(caller)} AND ${options.only(caller, asked)}` : visible(caller);
  const read = {
    access: entity.alsoRead.length > 0 ? { anyOf: [entity.read, ...entity.alsoRead] } : entity.read,
  };
  const write = { access: entity.write ?? entity.read };

  const find = async (uuid: string, caller: Caller): Promise<Row> => {
    const { rows } = await sql<Row>`
      SELECT ${columns} FROM ${table} t WHERE t.uuid = ${uuid} AND ${seen(caller)}`.execute(db);
    if (!rows[0]) throw notFound();
    return rows[0];
  };

  const stored = async (values: Row, context: { db: Db; caller: Caller; uuid?: string }): Promise<Row> => {
    const complete = options.beforeWrite ? await options.beforeWrite(values, context) : values;
    return Object.fromEntries(
      Object.entries(complete).map(([name, value]) => [
        name,
        entity.fields[name]?.kind === 'attributes' ? JSON.stringify(value) : (value ?? null),
      ]),
    );
  };

  const uniquely = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      const isUnique = (error as { code?: string }).code === '23505';
      if (!isUnique || !options.unique) throw error;
      const { field, message } = options.unique;
      throw new Problem('invalid', message, { errors: { [field]: [message] } });
    }
  };

  for (const path of [entity.path, ...entity.aliases]) {
    app.get(
      path,
      { config: read, schema: { tags, querystring: query, response: { 200: page(entity.record) } } },
      async (request) => {
        const asked = request.query as ListQuery;
        const { caller } = request;
        const order = orderOf(entity, asked);
        const conditions = sql`${seen(caller, asked)} AND ${where(entity, asked)}`;
        // Counters are kept by account and table: of a part of a table, or of rows without an account, there is none.
        const isCounted =
          !isFiltered(asked) && !options.only && !options.owner && entity.tenancy !== 'everyone';
        const [{ rows }, total] = await Promise.all([
          sql<Row>`SELECT ${columns} FROM ${table} t WHERE ${conditions} AND ${order.after}
            ORDER BY ${order.by} LIMIT ${order.limit + 1} OFFSET ${order.offset}`.execute(db),
          isCounted
            ? counted(db, options.table, visibleTo(entity, caller))
            : count(db, options.table, conditions),
        ]);
        return { ...total, ...order.slice(rows, `${request.protocol}://${request.host}${path}`) };
      },
    );

    app.get(
      `${path}:uuid/`,
      { config: read, schema: { tags, params: uuidParams, response: { 200: one(entity.record) } } },
      async (request) => ({ data: await find(request.params.uuid, request.caller) }),
    );

    if (generated('create')) {
      app.post(
        path,
        { config: write, schema: { tags, body: entity.create, response: { 201: one(entity.record) } } },
        async (request, reply) => {
          const { caller } = request;
          const values = await stored(request.body, { db, caller });
          const fields = Object.keys(values).map((name) => sql.ref(name));
          const { rows } = await uniquely(
            sql<{ uuid: string }>`
              INSERT INTO ${table} (account, ${sql.join(fields)})
              VALUES (${caller.account}, ${sql.join(Object.values(values))}) RETURNING uuid`.execute(db),
          );
          return reply.status(201).send({ data: await find(rows[0]?.uuid as string, caller) });
        },
      );
    }

    if (generated('update')) {
      app.put(
        `${path}:uuid/`,
        {
          config: write,
          schema: { tags, params: uuidParams, body: entity.update, response: { 200: one(entity.record) } },
        },
        async (request) => {
          const { caller } = request;
          const { uuid } = request.params;
          await find(uuid, caller);
          const values = await stored(request.body, { db, caller, uuid });
          const sets = Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
          await uniquely(
            sql`UPDATE ${table} t SET ${sql.join(sets)}
              WHERE t.uuid = ${uuid} AND ${visible(caller)}`.execute(db),
          );
          return { data: await find(uuid, caller) };
        },
      );
    }

    if (generated('delete')) {
      app.delete(
        `${path}:uuid/`,
        { config: write, schema: { tags, params: uuidParams, response: { 204: z.null() } } },
        async (request, reply) => {
          const { numAffectedRows } = await sql`DELETE FROM ${table} t
            WHERE t.uuid = ${request.params.uuid} AND t.account = ${request.caller.account}`.execute(db);
          if (!numAffectedRows) throw notFound();
          return reply.status(204).send(null);
        },
      );

      const deleted = one(z.object({ deleted: z.int() }));
      app.delete(
        path,
        {
          config: write,
          schema: { tags: [...tags, 'ours'], querystring: query, response: { 200: deleted } },
        },
        async (request) => {
          const asked = request.query as ListQuery;
          if (!isFiltered(asked)) {
            throw new Problem('invalid', 'Say which records to delete, with at least one filter.');
          }
          const { numAffectedRows } = await sql`DELETE FROM ${table} t
            WHERE t.account = ${request.caller.account} AND ${where(entity, asked)}`.execute(db);
          return { data: { deleted: Number(numAffectedRows) } };
        },
      );
    }
  }
  return { find };
}

const paging = new Set(['page', 'page_size', 'ordering', 'cursor']);
const isFiltered = (asked: ListQuery): boolean =>
  Object.entries(asked).some(([name, value]) => !paging.has(name) && value !== undefined && value !== '');

/** Exact totals up to here; beyond it a filtered list only says that there are more. */
const COUNT_MAX = 10_000;

/** The total of a whole table for a caller, from the counters. */
async function counted(db: Db, table: string, visible: RawBuilder<unknown>): Promise<{ count: number }> {
  const { rows } = await sql<{ n: number }>`
    SELECT coalesce(sum(n), 0)::bigint AS n FROM row_count t WHERE entity = ${table} AND ${visible}`.execute(
    db,
  );
  return { count: rows[0]?.n ?? 0 };
}

async function count(
  db: Db,
  table: string,
  conditions: RawBuilder<unknown>,
): Promise<{ count: number; count_is_minimum?: true }> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*) AS n FROM (SELECT 1 FROM ${sql.table(table)} t WHERE ${conditions} LIMIT ${COUNT_MAX + 1}) found`.execute(
    db,
  );
  const n = rows[0]?.n ?? 0;
  return n > COUNT_MAX ? { count: COUNT_MAX, count_is_minimum: true } : { count: n };
}
