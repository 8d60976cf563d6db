import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { type Entity, type Field, PAGE_SIZE, PAGE_SIZE_MAX } from '#schema/entity.ts';
import { latinDigits } from '#schema/phone.ts';
import { Problem } from './services/problem.ts';

/** The parsed query string of a list: paging, and values of filters by `field`, `field__in` and so on. */
export type ListQuery = {
  page: number;
  page_size: number;
  ordering?: string;
  cursor?: string;
  search?: string;
} & Record<string, unknown>;

const list = (item: z.ZodType) =>
  z
    .string()
    .transform((text) => text.split(',').filter(Boolean))
    .pipe(z.array(item).max(PAGE_SIZE_MAX) as unknown as z.ZodType<unknown[], string[]>);

/** The type of one value of a filter in a query string. */
function filterValue(field: Field): z.ZodType {
  switch (field.kind) {
    case 'integer':
    case 'money':
    case 'price':
      return z.coerce.number();
    case 'boolean':
      return z.stringbool();
    case 'datetime':
      return z.iso.datetime({ offset: true });
    case 'reference':
    case 'references':
      return z.uuid();
    case 'choice':
      return z.enum(field.choices as [string, ...string[]]);
    default:
      return field.schema instanceof z.ZodISODate ? z.iso.date() : z.string().max(200);
  }
}

/** The query string that an entity's list understands; anything else in it is refused. */
export function createQuery(entity: Entity) {
  const orders = ['created_at', ...sortable(entity)].flatMap((name) => [name, `-${name}`]);
  const filters: Record<string, z.ZodType> = { uuid__in: list(z.uuid()).optional() };
  const ranges = { created_at: z.iso.datetime({ offset: true }) } as Record<string, z.ZodType>;
  for (const [name, field] of Object.entries(entity.fields)) {
    if (!field.filter) continue;
    const value = filterValue(field);
    if (field.filter === 'range') ranges[name] = value;
    filters[name] = value.optional();
    filters[`${name}__in`] = list(value).optional();
  }
  for (const [name, value] of Object.entries(ranges)) {
    filters[`${name}__gte`] = value.optional();
    filters[`${name}__lte`] = value.optional();
  }
  return z.strictObject({
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    page_size: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).default(PAGE_SIZE),
    ordering: z.enum(orders as [string, ...string[]]).optional(),
    cursor: z.string().max(1000).optional(),
    search: z.string().max(200).optional(),
    ...filters,
  });
}

const sortable = (entity: Entity): string[] =>
  Object.entries(entity.fields)
    .filter(([, field]) => field.sort)
    .map(([name]) => name);

/** SQL of the filters and the search, without paging. */
export function where(entity: Entity, asked: ListQuery): RawBuilder<unknown> {
  const terms = [sql`true`];
  for (const [key, value] of Object.entries(asked)) {
    if (value === undefined || !isFilter(entity, key)) continue;
    const [name, operator = 'eq'] = key.split('__') as [string, string?];
    const column = sql.ref(`t.${name}`);
    if (entity.fields[name]?.kind === 'references') {
      terms.push(sql`${column} && ${Array.isArray(value) ? value : [value]}::uuid[]`);
    } else if (operator === 'in') terms.push(sql`${column} = ANY(${value})`);
    else if (operator === 'gte') terms.push(sql`${column} >= ${value}`);
    else if (operator === 'lte') terms.push(sql`${column} <= ${value}`);
    else terms.push(sql`${column} = ${value}`);
  }
  if (asked.search?.trim()) terms.push(search(entity, asked.search.trim()));
  return sql.join(terms, sql` AND `);
}

const isFilter = (entity: Entity, key: string): boolean => {
  const name = key.split('__')[0] as string;
  return name === 'uuid' || name === 'created_at' || Boolean(entity.fields[name]);
};

const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Names by any part of them (trigrams need three characters; fewer match the start), phones by their start. */
function search(entity: Entity, text: string): RawBuilder<unknown> {
  const digits = latinDigits(text).replace(/[\s()-]/g, '');
  const isNumber = /^\+?\d{2,15}$/.test(digits);
  const terms = Object.entries(entity.fields)
    .filter(([, field]) => field.search)
    .flatMap(([name, field]) => {
      const column = sql.ref(`t.${name}`);
      if (field.kind !== 'phone') {
        return [sql`${column} ILIKE ${text.length < 3 ? `${literal(text)}%` : `%${literal(text)}%`}`];
      }
      if (!isNumber) return [];
      const starts = digits.startsWith('+')
        ? [digits]
        : [`+${digits}`, `+977${digits}`, `+977${digits.replace(/^0+/, '')}`];
      return starts.map((start) => sql`${column} LIKE ${`${literal(start)}%`}`);
    });
  return terms.length > 0 ? sql`(${sql.join(terms, sql` OR `)})` : sql`false`;
}

type Row = Record<string, unknown>;

/** A place in an ordering: the sort value (absent when sorted by age) and uuid of a row, and which way to go. */
const cursorSchema = z.tuple([z.enum(['n', 'p']), z.uuid(), z.union([z.string(), z.number()]).nullable()]);

const encode = (cursor: z.infer<typeof cursorSchema>): string =>
  Buffer.from(JSON.stringify(cursor)).toString('base64url');

function decode(text: string): z.infer<typeof cursorSchema> {
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  } catch {
    throw new Problem('invalid', 'The cursor is not one of this list.', {
      errors: { cursor: ['Not right'] },
    });
  }
}

/**
 * Keyset paging. Rows are in the order of a field and then of their UUIDv7, which is their age;
 * `created_at` is that alone. A cursor costs the same on every page; `page=` without one pays an OFFSET.
 */
export function orderOf(entity: Entity, asked: ListQuery) {
  const ordering = asked.ordering ?? entity.order;
  const name = ordering.replace(/^-/, '');
  const cursor = asked.cursor ? decode(asked.cursor) : undefined;
  const backward = cursor?.[0] === 'p';
  const descending = ordering.startsWith('-') !== backward;
  const byAge = name === 'created_at';
  const key = sql.ref(`t.${name}`);
  const direction = descending ? sql`DESC` : sql`ASC`;
  const than = descending ? sql`<` : sql`>`;
  const { page, page_size: limit } = asked;

  return {
    limit,
    offset: cursor ? 0 : (page - 1) * limit,
    by: byAge ? sql`t.uuid ${direction}` : sql`${key} ${direction}, t.uuid ${direction}`,
    after: !cursor
      ? sql`true`
      : byAge
        ? sql`t.uuid ${than} ${cursor[1]}`
        : sql`(${key}, t.uuid) ${than} (${cursor[2]}, ${cursor[1]}::uuid)`,
    /** Takes the extra row off, and says where the next and previous pages start. */
    slice(rows: Row[], url: string): { next: string | null; previous: string | null; results: Row[] } {
      const more = rows.length > limit;
      const results = rows.slice(0, limit);
      if (backward) results.reverse();
      const link = (way: 'n' | 'p', row: Row | undefined, to: number): string | null => {
        if (!row) return null;
        const params = new URLSearchParams();
        for (const [param, value] of Object.entries(asked)) {
          if (value !== undefined) params.set(param, Array.isArray(value) ? value.join(',') : String(value));
        }
        params.set('page', String(Math.max(1, to)));
        params.set(
          'cursor',
          encode([way, row.uuid as string, byAge ? null : (row[name] as string | number)]),
        );
        return `${url}?${params}`;
      };
      const hasNext = backward || more;
      const hasPrevious = backward ? more : cursor !== undefined || page > 1;
      return {
        next: hasNext ? link('n', results.at(-1), page + 1) : null,
        previous: hasPrevious ? link('p', results[0], page - 1) : null,
        results,
      };
    },
  };
}
