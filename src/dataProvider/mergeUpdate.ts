import type { Identifier, RaRecord } from 'ra-core';
import { type FieldOutline, type Outline, sentNames } from '#schema/outline.ts';
import { entityNamed } from '../core/entities.ts';
import { isChanged } from '../core/envelope.ts';
import { isObject } from '../core/errorTexts.ts';
import { HttpError } from '../core/http.ts';
import { recordTitle } from '../core/labels.ts';
import { readRecord } from '../core/records.ts';

/*
 * Loaded when a server has refused a change because the record was changed meanwhile (412).
 */

type Values = Readonly<Record<string, unknown>>;

/** A field that the reader and somebody else changed: its value on the server. */
export interface Conflict {
  name: string;
  value: unknown;
  /** The names of the records that it refers to, if they could be read. */
  titles?: readonly string[] | undefined;
}

/** Says for each field what happened to it, in the reader's language. */
export type DescribeConflicts = (
  entity: Outline,
  conflicts: readonly Conflict[],
) => Promise<Record<string, string>>;

interface Update {
  entity: Outline;
  /** The body that the reader's form sends. */
  data: Values;
  /** The record that filled the form. */
  base: Values;
  /** What the reader was told that the record is now, when the same form was refused before. */
  told: Values | undefined;
  /** The server's refusal; undefined if nothing was sent yet. */
  refusal: unknown;
  write(body: Values, version: unknown): Promise<unknown>;
  /** Keeps what the reader is being told; undefined once it is saved. */
  tell(record: Values | undefined): void;
  read(resource: string, ids: readonly Identifier[]): Promise<RaRecord[]>;
  describe: DescribeConflicts | undefined;
}

/**
 * How often a change is sent again while only the server's own fields change, such as the balance of an account that is
 * sending. A change by somebody else is merged once.
 */
const TRIES = 5;

/** A value in the form in which equal ones are the same text: keys and references have no order, and '' is nothing. */
function plain(field: FieldOutline | undefined, value: unknown): string {
  const order = (_: string, part: unknown) =>
    isObject(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part;
  const moment = field?.kind === 'datetime' ? Date.parse(String(value)) : Number.NaN;
  if (!Number.isNaN(moment)) return String(moment);
  if (field?.kind === 'references' && Array.isArray(value)) return value.map(String).sort().join();
  return JSON.stringify(value === '' ? null : (value ?? null), order);
}

/**
 * Sends a form's changes again on top of what somebody else has saved, and returns what was sent and answered. Fields that the
 * reader left alone keep the other's values. If both changed a field, nothing is sent: rejects with an error of each such
 * field. When the same form is sent again, the reader has seen them, and their own values are kept.
 */
export async function mergeUpdate(update: Update): Promise<{ sent: Values; made: unknown }> {
  const { entity, data, base, write, tell } = update;
  const names = sentNames(entity, 'update').filter((name) => data[name] !== undefined);
  const isSame = (name: string, one: Values, other: Values) =>
    plain(entity.fields[name], one[name]) === plain(entity.fields[name], other[name]);
  const own = names.filter((name) => !isSame(name, data, base));
  /** The fields that differ between two versions; those that an answer lacks count as unchanged. */
  const changed = (from: Values, to: Values) =>
    names.filter((name) => to[name] !== undefined && !isSame(name, from, to));
  const currentOf = (refusal: unknown): Values => {
    if (!isChanged(refusal) || !isObject(refusal.body.data)) throw refusal;
    return readRecord<RaRecord>(entity, refusal.body.data);
  };
  const conflictsWith = (from: Values, to: Values) =>
    changed(from, to).filter((name) => own.includes(name) && !isSame(name, data, to));
  const send = async (current: Values) => {
    const others = names.filter((name) => !own.includes(name) && current[name] !== undefined);
    const sent = { ...data, ...Object.fromEntries(others.map((name) => [name, current[name]])) };
    return { sent, made: await write(sent, current.updated_at) };
  };
  let { told: seen = base, refusal } = update;
  let current = update.told ?? currentOf(refusal);
  for (let tries = 1; ; tries += 1) {
    const conflicts = conflictsWith(seen, current);
    if (conflicts.length > 0) {
      tell(current);
      throw await asFieldErrors(update, refusal as HttpError, conflicts, current);
    }
    try {
      const done = await send(current);
      tell(undefined);
      return done;
    } catch (error) {
      const next = currentOf(error);
      const isMerged = current !== update.told && changed(current, next).length > 0;
      if (isMerged || tries === TRIES) throw error;
      [seen, current, refusal] = [current, next, error];
    }
  }
}

async function asFieldErrors(
  { entity, read, describe }: Update,
  refusal: HttpError,
  names: readonly string[],
  current: Values,
): Promise<HttpError> {
  const conflicts = await Promise.all(
    names.map(async (name): Promise<Conflict> => {
      const value = current[name];
      const of = entityNamed(entity.fields[name]?.of);
      if (!of || value === null) return { name, value };
      const ids = [value].flat().map(String);
      const titles = await read(of.name, ids).then(
        (records) => records.map((record) => recordTitle(of, record)),
        () => undefined,
      );
      return { name, value, titles: titles?.length === ids.length ? titles : undefined };
    }),
  );
  const texts = await describe?.(entity, conflicts);
  const errors = Object.fromEntries(names.map((name) => [name, [texts?.[name] ?? refusal.message]]));
  return new HttpError(refusal.message, refusal.status, { ...refusal.body, errors });
}
