import { z } from 'zod';
import type { Entity, Field } from '#schema/entity.ts';
import { page as pageOf } from '#schema/entity.ts';
import { entities } from '#schema/index.ts';
import { dataOf } from '../../src/core/dataOf.ts';
import { isObject } from '../../src/core/errorTexts.ts';
import { type ListQuery, listPath } from '../../src/core/paths.ts';
import { fitsFilter } from '../../src/dataProvider/fits.ts';
import type { Client, Reply } from './client.ts';
import type { Notes } from './findings.ts';
import { compareRecords, idOf } from './shape.ts';

/** Page size that lists are asked for. */
const ROWS = 10;
/** A uuid that no record has: filtering by it must find nothing. */
const NOBODY = { uuid: '00000000-0000-4000-8000-000000000000', phone: '+9779800000000', word: 'zqxjkvwy' };

interface List {
  rows: Record<string, unknown>[];
  count: number | undefined;
  next: unknown;
}

/** A list's envelope, parsed as the console parses it; undefined for anything else. */
function readList({ json }: Reply): List | undefined {
  const body = dataOf(json);
  if (Array.isArray(body)) return { rows: body.filter(isObject), count: body.length, next: null };
  if (!isObject(body) || !Array.isArray(body.results)) return undefined;
  const count = typeof body.count === 'number' ? body.count : undefined;
  return { rows: body.results.filter(isObject), count, next: body.next };
}

interface Asked {
  client: Client;
  notes: Notes;
  entity: Entity;
  /** The path to request: the entity's own, or another spelling of it. */
  path: string;
  token: string;
}

async function ask({ client, entity, path, token }: Asked, query: ListQuery): Promise<Reply> {
  return client.ask('GET', listPath({ ...entity, path }, query), { token });
}

/** The list that a query returns; records a finding if it should work and does not. */
async function rowsOf(asked: Asked, query: ListQuery, what: string): Promise<List | undefined> {
  const reply = await ask(asked, query);
  const list = reply.status === 200 ? readList(reply) : undefined;
  if (!list)
    asked.notes.add(
      'filters',
      'break',
      `${what}: it answers ${reply.status}${list ? '' : ' without a list'}.`,
    );
  return list;
}

const without = (order: string): string => order.replace(/^-/, '');
const isSame = (a: unknown, b: unknown): boolean => String(a) === String(b);

/**
 * Requests a list as the console does, and checks its envelope, records, pages, order and filters. Returns
 * the rows of the first page; undefined if there is no list.
 */
export async function checkList(asked: Asked): Promise<Record<string, unknown>[] | undefined> {
  const { notes, entity } = asked;
  const descending = entity.order.startsWith('-');
  const sort = { field: without(entity.order), order: descending ? 'DESC' : 'ASC' } as const;
  const reply = await ask(asked, { perPage: ROWS, sort });
  if (reply.status !== 200) {
    notes.add('there', 'break', `It answers ${reply.status}.`);
    return undefined;
  }
  notes.add('there', 'ok');
  const first = readList(reply);
  if (!first) {
    notes.add(
      'shape',
      'break',
      'The answer is no list: {"count": 1, "next": null, "previous": null, "results": [...]}.',
    );
    return undefined;
  }
  const envelope = pageOf(z.unknown()).safeParse(reply.json);
  for (const { path, message } of envelope.error?.issues ?? [])
    notes.add('shape', 'note', `The list's ${path.join('.') || 'envelope'}: ${message}.`);
  if (first.rows.length === 0) notes.add('shape', 'skipped', 'There is no record to look at.');
  compareRecords(notes, entity, first.rows.slice(0, ROWS));
  await checkPages(asked, first);
  await checkOrder(asked, first);
  await checkFilters(asked, first);
  return first.rows;
}

/**
 * Checks that the second page has other records than the first, using the page size that the server really
 * gives.
 */
async function checkPages(asked: Asked, { rows, count = rows.length }: List): Promise<void> {
  const { notes } = asked;
  if (count < 3) return notes.add('paging', 'skipped', 'There are too few records for a second page.');
  const small = await rowsOf(asked, { perPage: 2 }, 'page_size=2');
  if (!small) return;
  const size = small.rows.length;
  if (size !== 2) notes.add('paging', 'note', `page_size is ignored: pages have ${size} records.`);
  if (count <= size) return;
  const second = await rowsOf(asked, { page: 2, perPage: 2 }, 'page=2');
  if (!second) return;
  const seen = new Set(small.rows.map(idOf));
  if (second.rows.length === 0)
    notes.add('paging', 'break', `Page 2 is empty, though there are ${count} records.`);
  else if (second.rows.some((row) => seen.has(idOf(row))))
    notes.add('paging', 'break', 'page is ignored: page 2 repeats records of page 1.');
  else notes.add('paging', 'ok');
  if (!small.next) notes.add('paging', 'note', 'Page 1 has no `next`, though others follow.');
}

/** Checks that ascending and descending order start with different records. */
async function checkOrder(asked: Asked, { rows }: List): Promise<void> {
  const { notes, entity } = asked;
  const names = Object.entries(entity.fields).flatMap(([name, { sort }]) => (sort ? [name] : []));
  const fields = [...new Set([without(entity.order), ...names])];
  const distinct = fields.filter((name) => new Set(rows.map((row) => String(row[name]))).size > 1);
  if (distinct.length === 0)
    return notes.add('ordering', 'skipped', 'The records are too alike to tell their order.');
  const ignored: string[] = [];
  for (const field of distinct) {
    const up = await rowsOf(asked, { perPage: ROWS, sort: { field, order: 'ASC' } }, `ordering=${field}`);
    const down = await rowsOf(asked, { perPage: ROWS, sort: { field, order: 'DESC' } }, `ordering=-${field}`);
    if (!up || !down) return;
    const [a, b] = [up.rows[0]?.[field], down.rows[0]?.[field]];
    if (isSame(a, b)) ignored.push(field);
  }
  if (ignored.length > 0) notes.add('ordering', 'note', `ordering changes nothing by ${ignored.join(', ')}.`);
  else notes.add('ordering', 'ok');
}

/** A value that no record has, or at least none on the page; undefined if there is none. */
function otherValue(
  name: string,
  { kind, choices }: Field,
  rows: readonly Record<string, unknown>[],
): unknown {
  if (kind === 'reference' || kind === 'references') return NOBODY.uuid;
  if (kind === 'phone') return NOBODY.phone;
  const has = new Set(rows.map((row) => String(row[name])));
  if (kind === 'boolean') return [true, false].find((value) => !has.has(String(value)));
  if (kind === 'choice') return choices?.find((value) => !has.has(value));
  return kind === 'text' ? NOBODY.word : undefined;
}

const FUTURE: Partial<Record<string, string>> = {
  datetime: '9000-01-01T00:00:00.000Z',
  date: '9000-01-01',
  text: '9000-01-01',
  integer: '2000000000',
  money: '2000000000',
};

/** Entities that other records refer to: the console looks up their names by `uuid__in`. */
const referred = new Set(entities.flatMap(({ fields }) => Object.values(fields).map(({ of }) => of)));

/** Queries that should find none of the rows, each with the parameter that it tests. */
function vainQueries(
  entity: Entity,
  rows: readonly Record<string, unknown>[],
): [string, Record<string, unknown>][] {
  const queries: [string, Record<string, unknown>][] = [];
  if (referred.has(entity.name)) queries.push(['uuid__in', { uuid__in: [NOBODY.uuid] }]);
  for (const [name, field] of Object.entries(entity.fields)) {
    const isThere = rows.some((row) => row[name] !== undefined);
    const value = field.filter === 'equals' && isThere ? otherValue(name, field, rows) : undefined;
    if (value !== undefined) queries.push([name, { [name]: value }]);
    const future = field.filter === 'range' && isThere ? FUTURE[field.kind] : undefined;
    if (future !== undefined) queries.push([`${name}__gte`, { [`${name}__gte`]: future }]);
  }
  const isSearched = Object.values(entity.fields).some(({ search }) => search);
  if (isSearched) queries.push(['search', { q: NOBODY.word }]);
  return queries;
}

/**
 * Whether the server ignored a filter: by the rows of its answer as the console judges them, or, if they do not show
 * what was asked for, by their number. `all` is the number without the filter.
 */
function isIgnored(
  entity: Entity,
  filter: Record<string, unknown>,
  { rows, count }: List,
  all: number | undefined,
): boolean {
  const judged = Object.entries(filter).flatMap(([name, wanted]) =>
    rows.flatMap((row) => fitsFilter(entity, name, wanted, row) ?? []),
  );
  return judged.length > 0 ? judged.includes(false) : rows.length > 0 && count === all;
}

/** Checks that filters and the search return less when nothing matches; reports those that change nothing. */
async function checkFilters(asked: Asked, { rows, count }: List): Promise<void> {
  const { notes, entity } = asked;
  if (rows.length === 0) return notes.add('filters', 'skipped', 'There is no record to filter.');
  const ignored: string[] = [];
  for (const [name, filter] of vainQueries(entity, rows)) {
    const reply = await ask(asked, { perPage: ROWS, filter });
    const list = reply.status === 200 ? readList(reply) : undefined;
    if (reply.status >= 500) notes.add('filters', 'break', `${name}: it answers ${reply.status}.`);
    else if (!list) notes.add('filters', 'note', `${name}: it answers ${reply.status}.`);
    else if (isIgnored(entity, filter, list, count)) ignored.push(name);
  }
  if (ignored.length > 0)
    notes.add('filters', 'note', `Ignored by the server, which the list then says: ${ignored.join(', ')}.`);
  else notes.add('filters', 'ok');
}
