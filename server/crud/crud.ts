import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { type Entity, one, page } from '#schema/entity.ts';
import { PAGE_SIZE } from '#schema/outline.ts';
import type { Db } from '../db/database.ts';
import { prepared } from '../db/preparedStatements.ts';
import type { App, Deps } from '../deps.ts';
import { noPreparation, runOnce } from '../plugins/idempotency.ts';
import { messageTexts } from '../services/access/messageTexts.ts';
import { scopeOf, visibleTo } from '../services/access/visibleTo.ts';
import { audit } from '../services/platform/audit.ts';
import type { Caller } from '../services/platform/caller.ts';
import { notFound } from '../services/platform/problem.ts';
import { deleteMatching } from './deleteMatching.ts';
import {
  type Columns,
  createQuery,
  type ListQuery,
  orderOf,
  type Search,
  skipped,
  where,
} from './listQuery.ts';
import { count, counted, isFiltered, reachOf } from './listTotals.ts';
import { preconditionOf, requireUnchanged } from './precondition.ts';
import { answerNoted, readNotes } from './readNotes.ts';
import { answerOf, type Reduced, refuseSearching, shownTo } from './reducedRecords.ts';
import { tables } from './tables.ts';
import { textRoute } from './textRoute.ts';
import { type Unique, uniquely } from './uniquely.ts';
import { usualPages } from './usualPages.ts';
import { changesOf } from './writeOnce.ts';

type Row = Record<string, unknown>;

/** A module's additions to the generated routes. */
export interface CrudOptions {
  table: string;
  columns?: Columns;
  /** Checks and completes a record before it is written. Takes the request's values and returns what to store. */
  beforeWrite?(values: Row, context: { db: Db; caller: Caller; uuid?: string }): Promise<Row> | Row;
  /**
   * Deletes one record; throws a Problem if it must stay. The route exists even if `entity.writes` does not list deletion,
   * because such records are not deleted by a filter.
   */
  remove?(trx: Db, uuid: string): Promise<void>;
  /**
   * Locks what others lock before they come to these records: of one that is changed or deleted, or of many (no `uuid`).
   */
  lockFirst?(trx: Db, caller: Caller, uuid?: string): Promise<void>;
  /** A condition on every row of the routes, for tables that hold several kinds. `query` is that of a list. */
  only?(caller: Caller, query?: ListQuery): RawBuilder<unknown>;
  /** The table has no row counter (db/standardTriggers.ts), so its list counts the rows. */
  uncounted?: true;
  /** A search condition that replaces the schema's search fields, for example over other tables. */
  search?(caller: Caller): Search;
  /** The column with a row's account, if it is not `account`. */
  owner?: string;
  /** What callers without the pair get of a record, if the entity is open to more people than may read it. */
  reduced?: Reduced;
  /** Writes that the module handles itself. */
  own?: readonly Entity['writes'][number][];
  /** The entity's path is not in the specification's catalogue; its routes are marked as ours. */
  ours?: true;
  /** The list may be read from a standby (plugins/standbyReads.ts); nobody decides about money or rights by it. */
  standby?: true;
  /** Reads of a customer's records by staff are recorded in the audit log. */
  trail?: true;
  unique?: Unique;
}

/** What a module may use of its generated routes. */
export interface Crud {
  /**
   * A record as the routes return it, read in the transaction `on` if given. Throws `not_found` if the caller may not see
   * it.
   */
  find(uuid: string, caller: Caller, on?: Db): Promise<Row>;
  requireUnchanged: ReturnType<typeof preconditionOf>;
}

const uuidParams = z.object({ uuid: z.uuid() });

/**
 * Generates an entity's routes: list, single record and the writes in `entity.writes`, with permission, tenancy, paging,
 * ordering, search, filters, validation and OpenAPI. A creation runs once per `Idempotency-Key`.
 */
export function crud(app: App, { db }: Pick<Deps, 'db'>, entity: Entity, options: CrudOptions): Crud {
  // Row counters exist per account and table, but not for parts of a table or rows without an account.
  const isCounted = !options.uncounted && !options.only && !options.owner && entity.tenancy !== 'everyone';
  const computed = Object.keys(options.columns ?? {});
  tables.set(entity.name, { table: options.table, computed, isCounted });
  const table = sql.table(options.table);
  const names = Object.keys(entity.record.shape);
  const columns = sql.join(
    names.map((name) => sql`${options.columns?.[name] ?? sql.ref(`t.${name}`)} AS ${sql.ref(name)}`),
  );
  const tags = options.ours ? [entity.name, 'ours'] : [entity.name];
  const query = createQuery(entity);
  const answer = answerOf(entity.record, options.reduced);
  const generated = (kind: Entity['writes'][number]) =>
    entity.writes.includes(kind) && !options.own?.includes(kind);
  const visible = (caller: Caller) => visibleTo(entity, caller, options.owner);
  const seen = (caller: Caller, query?: ListQuery) =>
    options.only ? sql`${visible(caller)} AND ${options.only(caller, query)}` : visible(caller);
  const read = {
    access: entity.alsoRead.length > 0 ? { anyOf: [entity.read, ...entity.alsoRead] } : entity.read,
  };
  const write = { access: entity.write ?? entity.read };

  const notes = options.trail && readNotes(db, entity);
  const texts = messageTexts(entity);
  const usualPage = usualPages<Row>(db, columns);
  const open = async (uuid: string, caller: Caller, on: Db = db): Promise<Row> => {
    const { rows } = await sql<Row>`${prepared}
      SELECT ${columns} FROM ${table} t WHERE t.uuid = ${uuid} AND ${seen(caller)}`.execute(on);
    const [row] = shownTo(rows, caller, options.reduced);
    if (!row) throw notFound();
    return row;
  };
  const find = async (uuid: string, caller: Caller, on: Db = db): Promise<Row> =>
    texts.shown(caller, [await open(uuid, caller, on)])[0] as Row;
  if (texts.field) textRoute(app, db, entity, texts.field, open);

  const owner = options.owner ?? 'account';
  const isProviders = entity.tenancy === 'everyone';
  const written = (trx: Db, caller: Caller, uuid: string, action: string, before?: Row, after?: Row) => {
    const row = after ?? before ?? {};
    return audit(trx, caller, {
      action,
      entity: entity.name,
      record: uuid,
      account: (row[owner] as string | null | undefined) ?? (isProviders ? null : caller.account),
      title: String(row[entity.title] || row[entity.titleWithout ?? ''] || '') || null,
      before,
      after,
    });
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

  for (const path of [entity.path, ...entity.aliases]) {
    app.get(
      path,
      {
        config: { ...read, ...(options.standby && { standby: options.standby }) },
        schema: { tags, querystring: query, response: { 200: page(answer) } },
      },
      async (request, reply) => {
        const [query, { caller }] = [request.query as ListQuery, request];
        refuseSearching(query, caller, options.reduced);
        let built: RawBuilder<unknown> | undefined;
        const conditions = () => {
          built ??= sql`${seen(caller, query)} AND ${where(texts.searched(caller), query, options.search?.(caller), options.columns)}`;
          return built;
        };
        const isWhole = isCounted && !isFiltered(query);
        const scope = scopeOf(entity, caller);
        const { counts, sliced } = await request.read(async (from) => {
          const totalOf = () =>
            isWhole ? counted(from, options.table, scope) : count(from, options.table, conditions());
          const known = isWhole && skipped(query) > 0 ? await totalOf() : undefined;
          const reach = known && (await reachOf(from, entity, query, options.table, caller, known.count));
          const order = orderOf(entity, query, reach);
          // The common page sizes as constants: with the limit as a parameter, no plan is good for all values.
          const isUsual = isWhole && !reach && query.page_size === PAGE_SIZE;
          const statement = () => {
            const { key, by, after } = order.clauses();
            const page = sql`WHERE ${conditions()} AND ${after} ORDER BY ${by}`;
            if (isUsual)
              return sql<Row>`${prepared} SELECT ${columns}${key} FROM ${table} t ${page} LIMIT ${sql.lit(order.take)}`;
            return order.offset === 0
              ? sql<Row>`SELECT ${columns}${key} FROM ${table} t ${page} LIMIT ${order.take}`
              : // In the subquery, so that columns are not computed for the rows that are skipped.
                sql<Row>`SELECT ${columns}${key} FROM (
                  SELECT t.* FROM ${table} t ${page} LIMIT ${order.take} OFFSET ${order.offset}) t ORDER BY ${by}`;
          };
          const reading = isUsual ? usualPage(from, scope, order, statement) : statement().execute(from);
          // A first page that is not full is all that a filter finds, so most searches need not be counted.
          const isFirst = !isWhole && !query.cursor && skipped(query) === 0;
          const total = isFirst
            ? reading.then(({ rows }) => (rows.length < order.take ? { count: rows.length } : totalOf()))
            : (known ?? totalOf());
          const [{ rows }, counts] = await Promise.all([reading, total]);
          return { counts, sliced: order.slice(rows, `${app.linkBase}${path}`) };
        });
        const results = shownTo(sliced.results, caller, options.reduced);
        const answer = { ...counts, ...sliced, results: texts.shown(caller, results) };
        return notes ? answerNoted(reply, () => notes.list(caller, query, results.length), answer) : answer;
      },
    );

    app.get(
      `${path}:uuid/`,
      { config: read, schema: { tags, params: uuidParams, response: { 200: one(answer) } } },
      async ({ params, caller }, reply) => {
        const data = await find(params.uuid, caller);
        return notes ? answerNoted(reply, () => notes.one(caller, data), { data }) : { data };
      },
    );

    if (generated('create')) {
      app.post(
        path,
        {
          config: { ...write, idempotent: 'create' },
          schema: { tags, body: entity.create, response: { 201: one(entity.record) } },
        },
        async (request, reply) => {
          const { caller, body } = request;
          const data = await runOnce(db, request, noPreparation, async (trx) => {
            const sent = await stored(body, { db: trx, caller });
            const values = isProviders || options.owner ? sent : { account: caller.account, ...sent };
            const { rows } = await uniquely(
              options.unique,
              sql<{ uuid: string }>`
                INSERT INTO ${table} (${sql.join(Object.keys(values).map((name) => sql.ref(name)))})
                VALUES (${sql.join(Object.values(values))}) RETURNING uuid`.execute(trx),
            );
            const uuid = rows[0]?.uuid as string;
            const made = await find(uuid, caller, trx);
            await written(trx, caller, uuid, 'create', undefined, made);
            return made;
          });
          return reply.status(201).send({ data });
        },
      );
    }

    if (generated('update')) {
      app.put(
        `${path}:uuid/`,
        {
          config: { ...write, precondition: true },
          schema: { tags, params: uuidParams, body: entity.put, response: { 200: one(entity.record) } },
        },
        async (request) => {
          const { caller, body, params } = request;
          const { uuid } = params;
          const data = await db.transaction().execute(async (trx) => {
            await options.lockFirst?.(trx, caller, uuid);
            await sql`SELECT FROM ${table} t WHERE t.uuid = ${uuid} FOR NO KEY UPDATE`.execute(trx);
            const before = await find(uuid, caller, trx);
            requireUnchanged(request, before);
            const changes = changesOf(entity, body, before);
            const values = await stored(changes, { db: trx, caller, uuid });
            const sets = Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
            if (sets.length === 0) return before;
            const { numAffectedRows } = await uniquely(
              options.unique,
              sql`UPDATE ${table} t SET ${sql.join(sets)}
                WHERE t.uuid = ${uuid} AND ${seen(caller)}`.execute(trx),
            );
            if (!numAffectedRows) throw notFound();
            const after = await find(uuid, caller, trx);
            await written(trx, caller, uuid, 'update', before, after);
            return after;
          });
          return { data };
        },
      );
    }

    if (generated('delete') || options.remove) {
      const remove = async (trx: Db, uuid: string, caller: Caller): Promise<void> => {
        if (options.remove) return options.remove(trx, uuid);
        const { numAffectedRows } = await sql`DELETE FROM ${table} t
          WHERE t.uuid = ${uuid} AND ${seen(caller)}`.execute(trx);
        if (!numAffectedRows) throw notFound();
      };

      app.delete(
        `${path}:uuid/`,
        { config: write, schema: { tags, params: uuidParams, response: { 204: z.null() } } },
        async (request, reply) => {
          const { caller, params } = request;
          await db.transaction().execute(async (trx) => {
            await options.lockFirst?.(trx, caller, params.uuid);
            const before = await find(params.uuid, caller, trx);
            await remove(trx, params.uuid, caller);
            await written(trx, caller, params.uuid, 'delete', before);
          });
          return reply.status(204).send(null);
        },
      );
    }

    if (generated('delete')) deleteMatching(app, { db }, entity, { ...options, path, seen });
  }
  return { find, requireUnchanged: preconditionOf(options.table, find) };
}
