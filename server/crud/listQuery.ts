import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Entity, Field } from '#schema/entity.ts';
import { sentDay, sentMoment } from '#schema/moments.ts';
import { PAGE_SIZE, PAGE_SIZE_MAX } from '#schema/outline.ts';
import { isStorable } from '#schema/storable.ts';
import { containing, phoneStarts } from '../services/platform/likeness.ts';
import type { Mark } from '../services/platform/listMarks.ts';
import { invalidField, Problem } from '../services/platform/problem.ts';
import { filterValue, momentValue, numbers, optional, searchValue, uuidValue } from './filterTypes.ts';

/** The parsed query string of a list: paging and filter values by `field`, `field__in` and so on. */
export type ListQuery = {
  page: number;
  page_size: number;
  ordering?: string;
  cursor?: string;
  search?: string;
} & Record<string, unknown>;

const paging = {
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  page_size: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).default(PAGE_SIZE),
  cursor: z.string().max(1000).optional(),
};

function buildQuery(entity: Entity) {
  const orders = ['created_at', ...sortable(entity)].flatMap((name) => [name, `-${name}`]);
  const filters: Record<string, z.ZodType> = { uuid__in: optional(uuidValue).list };
  const ranges = { created_at: momentValue } as Record<string, z.ZodType>;
  for (const [name, field] of Object.entries(entity.fields)) {
    if (!field.filter) continue;
    const value = filterValue(field);
    if (field.filter === 'range') ranges[name] = value;
    filters[name] = optional(value).one;
    filters[`${name}__in`] = optional(value).list;
  }
  for (const [name, value] of Object.entries(ranges)) {
    filters[`${name}__gte`] = optional(value).one;
    filters[`${name}__lte`] = optional(value).one;
  }
  return z.strictObject({
    ...paging,
    ordering: z.enum(orders as [string, ...string[]]).optional(),
    // Trimmed here, so that a search for spaces is none for all who ask, above all before rows are deleted.
    search: optional(searchValue).one as z.ZodOptional<z.ZodString>,
    ...filters,
  });
}

const queries = new Map<Entity, ReturnType<typeof buildQuery>>();

/**
 * The query parameters that an entity's list accepts; anything else is refused. Built once per entity,
 * because list, export and totals use the same ones.
 */
export function createQuery(entity: Entity) {
  const query = queries.get(entity) ?? buildQuery(entity);
  queries.set(entity, query);
  return query;
}

const sortable = (entity: Entity): string[] =>
  Object.entries(entity.fields)
    .filter(([, field]) => field.sort)
    .map(([name]) => name);

/** The condition for a search text, trimmed and not empty. */
export type Search = (text: string) => RawBuilder<unknown>;

/** SQL for fields that are not a plain column; `t` is the table. */
export type Columns = Record<string, RawBuilder<unknown>>;

/**
 * SQL of filters and search, without paging. `searching` replaces the search of the entity's fields, `columns` the filtered
 * columns.
 */
export function where(
  entity: Entity,
  query: ListQuery,
  searching?: Search,
  columns: Columns = {},
): RawBuilder<unknown> {
  const terms = [sql`true`];
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined || !isFilter(entity, key)) continue;
    const [name, operator = 'eq'] = key.split('__') as [string, string?];
    const column = columns[name] ?? sql.ref(`t.${name}`);
    const field = entity.fields[name];
    if (field?.kind === 'references' || field?.many) {
      terms.push(sql`${column} && ${[value].flat()}::${sql.raw(field.many ? 'text[]' : 'uuid[]')}`);
    } else if (operator === 'in') terms.push(sql`${column} = ANY(${value})`);
    else if (operator === 'gte') terms.push(sql`${column} >= ${value}`);
    else if (operator === 'lte') terms.push(sql`${column} <= ${value}`);
    else terms.push(sql`${column} = ${value}`);
  }
  const text = query.search;
  if (text) terms.push(searching?.(text) ?? search(entity, text));
  return sql.join(terms, sql` AND `);
}

const isFilter = (entity: Entity, key: string): boolean => {
  const name = key.split('__')[0] as string;
  return name === 'uuid' || name === 'created_at' || Boolean(entity.fields[name]);
};

/** Names match anywhere (trigrams need three characters; shorter texts match the start), phones match their start. */
function search(entity: Entity, text: string): RawBuilder<unknown> {
  const terms = Object.entries(entity.fields)
    .filter(([, field]) => field.search)
    .flatMap(([name, field]) => {
      const column = sql.ref(`t.${name}`);
      if (field.kind !== 'phone') return [sql`${column} ILIKE ${containing(text)}`];
      return phoneStarts(text).map((start) => sql`${column} LIKE ${start}`);
    });
  return terms.length > 0 ? sql`(${sql.join(terms, sql` OR `)})` : sql`false`;
}

type Row = Record<string, unknown>;

/** A position in an ordering: sort value (missing when sorted by age) and uuid of a row, and the direction. */
const cursorSchema = z.tuple([z.enum(['n', 'p']), z.uuid(), z.union([z.string(), z.number()]).nullable()]);

/** Validates the sort value in a cursor: PostgreSQL would fail on anything else. */
function sortValue(field: Field): z.ZodType {
  const number = numbers[field.kind];
  if (number) return number;
  if (field.kind === 'datetime') return sentMoment();
  return field.schema instanceof z.ZodISODate ? sentDay() : z.string().refine(isStorable);
}

const encode = (cursor: z.infer<typeof cursorSchema>): string =>
  Buffer.from(JSON.stringify(cursor)).toString('base64url');

/** The position in a cursor, in the order of this field; none when sorted by age. Throws `invalid` for any other text. */
function decode(text: string, field: Field | undefined): z.infer<typeof cursorSchema> {
  try {
    const cursor = cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    if (field && cursor[2] !== null) sortValue(field).parse(cursor[2]);
    return cursor;
  } catch {
    throw new Problem('invalid', 'This cursor does not belong to this list.', {
      errors: { cursor: ['Not right'] },
    });
  }
}

/** The column with the sort key of rows read with `orderOf().key`, because a field may be displayed differently. */
const SORT_KEY = 'sort_key';

/** SQL of a time with its microseconds, which answers leave out: a cursor without them would begin before its own row. */
const inFull = (time: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** What is known about a list that is paged by number. */
export interface Reach {
  count: number;
  /** A row near the page, and the number of rows between. */
  mark?: Mark | undefined;
}

/** Rows that a page number may skip when the list's total is unknown. */
const OFFSET_MAX = 1_000_000;

/** The number of rows before the requested page; 0 with a cursor. */
export const skipped = ({ page, page_size, cursor }: ListQuery): number =>
  cursor ? 0 : (page - 1) * page_size;

/** Whether a list is sorted by age, newest first. */
export function ageOrder(entity: Entity, query: ListQuery): 'newest' | 'oldest' | null {
  const ordering = query.ordering ?? entity.order;
  return ordering === 'created_at' ? 'oldest' : ordering === '-created_at' ? 'newest' : null;
}

interface Start {
  take: number;
  offset: number;
  mark?: Mark;
  /** Read from the end if it is nearer. */
  fromEnd?: { hasNext: boolean };
}

/** Where to start reading the requested page, and how many rows to read. */
function startOf(query: ListQuery, reach: Reach | undefined): Start {
  const { page_size: limit } = query;
  const skip = skipped(query);
  const take = limit + 1;
  if (!reach && skip > OFFSET_MAX) {
    throw invalidField('page', 'Page numbers end at row 1,000,000. Use the next page, or filter the list.');
  }
  if (reach?.mark) return { take, offset: reach.mark.past, mark: reach.mark };
  const left = reach ? Math.max(0, reach.count - skip) : skip;
  if (left >= skip) return { take, offset: skip };
  return {
    take: Math.min(limit, left),
    offset: Math.max(0, left - limit),
    fromEnd: { hasNext: left > limit },
  };
}

/**
 * Keyset paging. Rows are ordered by a field and then by their UUIDv7, which is their age; `created_at` means only the
 * latter. A page by cursor always costs the same. `page=` without a cursor needs an OFFSET: from the mark known to `reach`,
 * else from the nearer end if `reach` knows the length, else from the start up to a limit. Throws `invalid` beyond.
 */
export function orderOf(entity: Entity, query: ListQuery, reach?: Reach) {
  const ordering = query.ordering ?? entity.order;
  const name = ordering.replace(/^-/, '');
  const cursor = query.cursor ? decode(query.cursor, entity.fields[name]) : undefined;
  const { page, page_size: limit } = query;
  const { take, offset, mark, fromEnd } = startOf(query, reach);
  const backward = cursor?.[0] === 'p' || fromEnd !== undefined;
  const descending = ordering.startsWith('-') !== backward;
  const byAge = name === 'created_at';
  const isTime = entity.fields[name]?.kind === 'datetime';
  /** As SQL, of the table `t`. */
  function clauses() {
    const key = sql.ref(`t.${name}`);
    const direction = descending ? sql`DESC` : sql`ASC`;
    const than = descending ? sql`<` : sql`>`;
    const place = (): RawBuilder<unknown> => {
      if (mark) {
        const from = mark.isOutside ? than : sql`${than}=`;
        return byAge
          ? sql`t.uuid ${from} ${mark.uuid}`
          : sql`(${key}, t.uuid) ${from} (${mark.key}, ${mark.uuid}::uuid)`;
      }
      if (!cursor) return sql`true`;
      return byAge
        ? sql`t.uuid ${than} ${cursor[1]}`
        : sql`(${key}, t.uuid) ${than} (${cursor[2]}, ${cursor[1]}::uuid)`;
    };
    return {
      /** An additional column to read; none if the uuid is enough. */
      key: byAge ? sql`` : sql`, ${isTime ? inFull(key) : key} AS ${sql.ref(SORT_KEY)}`,
      by: byAge ? sql`t.uuid ${direction}` : sql`${key} ${direction}, t.uuid ${direction}`,
      after: place(),
    };
  }

  return {
    clauses,
    /** All that the text of the clauses depends on, if no mark is known, and their parameters. */
    shape: `${ordering} ${cursor?.[0] ?? ''}`,
    values: cursor ? (byAge ? [cursor[1]] : [cursor[2], cursor[1]]) : [],
    /** Rows to read: one more than the page shows, unless it is known to be the last. */
    take,
    offset,
    /** Removes the extra row, and returns where the next and previous pages start. */
    slice(rows: Row[], url: string): { next: string | null; previous: string | null; results: Row[] } {
      const more = rows.length > limit;
      const read = rows.slice(0, limit);
      if (backward) read.reverse();
      const link = (way: 'n' | 'p', row: Row | undefined, to: number): string | null => {
        if (!row) return null;
        const params = new URLSearchParams();
        for (const [param, value] of Object.entries(query)) {
          if (value !== undefined) params.set(param, Array.isArray(value) ? value.join(',') : String(value));
        }
        params.set('page', String(Math.max(1, to)));
        params.set(
          'cursor',
          encode([way, row.uuid as string, byAge ? null : (row[SORT_KEY] as string | number)]),
        );
        return `${url}?${params}`;
      };
      const hasNext = fromEnd?.hasNext ?? (backward || more);
      const hasPrevious = backward && cursor ? more : cursor !== undefined || page > 1;
      return {
        next: hasNext ? link('n', read.at(-1), page + 1) : null,
        previous: hasPrevious ? link('p', read[0], page - 1) : null,
        // Not deleted from the rows, because V8 then reads the objects so slowly that a page takes a fifth longer.
        results: byAge ? read : read.map(({ [SORT_KEY]: _, ...row }) => row),
      };
    },
  };
}
