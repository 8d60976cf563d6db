import { isDeepStrictEqual } from 'node:util';
import type { Entity } from '#schema/entity.ts';
import { type Kind, writeOnceNames } from '#schema/outline.ts';
import { readPhone } from '#schema/phone.ts';
import { Problem } from '../services/platform/problem.ts';

const FIXED = 'This was set when the record was created and cannot be changed.';

/** One form of values that may be written in several: a number with or without +977, a moment in any time zone. */
const readers: Partial<Record<Kind, (value: unknown) => unknown>> = {
  phone: (value) => readPhone(String(value)).phone ?? value,
  datetime: (value) => Date.parse(String(value)),
};

/**
 * The changes in the body of a PUT: without the fields that are set on creation. Those may be sent as they are stored
 * (docs/adr/0016); throws `invalid` with an error of each that differs from the record `stored`.
 */
export function changesOf<B extends object>(
  entity: Pick<Entity, 'fields'>,
  body: B,
  stored: Readonly<Record<string, unknown>>,
): B {
  const changes = { ...body } as Record<string, unknown>;
  const errors: Record<string, string[]> = {};
  for (const name of writeOnceNames(entity)) {
    const sent = changes[name];
    delete changes[name];
    if (sent === undefined) continue;
    const read = readers[entity.fields[name]?.kind as Kind] ?? ((value) => value);
    const [is, was] = [sent, stored[name]].map((value) => (value == null ? null : read(value)));
    if (!isDeepStrictEqual(is, was)) errors[name] = [FIXED];
  }
  if (Object.keys(errors).length > 0) throw new Problem('invalid', FIXED, { errors });
  return changes as B;
}
