import type { z } from 'zod';
import type { Entity } from '#schema/entity.ts';
import { isObject } from '../../src/core/errorTexts.ts';
import type { Level, Notes } from './findings.ts';

const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
};

/** Whether a value is money as the contract defines it: whole minor units. Text of digits is accepted too. */
export const isMinorUnits = (value: unknown): boolean => /^-?\d+$/.test(String(value));

/**
 * How bad a value is that the schema refuses. Wrong money would be shown a hundred times too large or small;
 * other fields are left out.
 */
function levelOf(entity: Entity | undefined, name: string, value: unknown): Level {
  const isMoney = entity?.fields[name]?.kind === 'money';
  return isMoney && !isMinorUnits(value) ? 'break' : 'note';
}

/** Times with an offset are as valid as times in UTC. */
const isMoment = ({ code, format }: { code: string; format?: string }, value: unknown): boolean =>
  code === 'invalid_format' && format === 'datetime' && !Number.isNaN(Date.parse(String(value)));

/**
 * Compares values with their schema. Missing fields are reported in one sentence, anything else once per
 * field.
 */
function compare(notes: Notes, schema: z.ZodType, values: readonly unknown[], entity?: Entity): void {
  const missing = new Set<string>();
  const reported = new Set<string>();
  for (const raw of values) {
    for (const issue of schema.safeParse(raw).error?.issues ?? []) {
      const name = issue.path.map((part) => (typeof part === 'number' ? '[]' : String(part))).join('.');
      const value = issue.path.reduce<unknown>(
        (at, part) => (isObject(at) || Array.isArray(at) ? at[part as never] : undefined),
        raw,
      );
      if (value === undefined) missing.add(name);
      else if (!reported.has(name) && !isMoment(issue, value)) {
        reported.add(name);
        notes.add(
          'shape',
          levelOf(entity, name, value),
          `${name} is ${shown(value)}: ${issue.message.replace(/\.$/, '')}.`,
        );
      }
    }
  }
  if (missing.size > 0)
    notes.add('shape', 'note', `Missing, and shown as empty: ${[...missing].join(', ')}.`);
  notes.add('shape', 'ok');
}

/** Compares an answer that is not a record with its schema. */
export function compareAnswer(notes: Notes, schema: z.ZodType, raw: unknown): void {
  if (raw === undefined || raw === null || typeof raw !== 'object')
    notes.add('shape', 'break', `The answer is ${shown(raw)}, not an object or a list.`);
  else compare(notes, schema, [raw]);
}

/** Compares records with their entity's schema. */
export function compareRecords(notes: Notes, entity: Entity, records: readonly unknown[]): void {
  const odd = records.find((record) => !isObject(record));
  if (odd !== undefined) notes.add('shape', 'break', `A record is ${shown(odd)}, not an object.`);
  const objects = records.filter(isObject);
  if (objects.some((record) => idOf(record) === undefined))
    notes.add('shape', 'break', 'Records have neither uuid nor id.');
  if (objects.length > 0) compare(notes, entity.record, objects, entity);
}

/** What identifies a record: its uuid, else its id. */
export const idOf = (record: unknown): string | undefined =>
  isObject(record) && (record.uuid ?? record.id) !== undefined ? String(record.uuid ?? record.id) : undefined;
