import { randomUUID } from 'node:crypto';
import type { Entity } from '#schema/entity.ts';
import { sentNames } from '#schema/outline.ts';

/** Values that a field takes, by its kind. References need a record, which the caller makes. */
const values: Readonly<Record<string, () => unknown>> = {
  text: () => randomUUID(),
  longText: () => 'Sample',
  email: () => `${randomUUID()}@demo.test`,
  phone: () => `98412${10_000 + Math.floor(Math.random() * 89_999)}`,
  integer: () => 1,
  money: () => 100,
  price: () => 1.5,
  boolean: () => true,
  date: () => '2026-01-02',
  datetime: () => '2026-01-02T03:04:05Z',
  references: () => [],
  attributes: () => ({}),
};

/** A body that creates a record of the entity, or changes one. Throws if its fields need more than their kinds say. */
export function bodyOf(entity: Entity, mode: 'create' | 'update'): Record<string, unknown> {
  const body = Object.fromEntries(
    sentNames(entity, mode).map((name) => {
      const field = entity.fields[name];
      return [name, field?.choices?.[0] ?? values[field?.kind ?? '']?.() ?? null];
    }),
  );
  return entity[mode].parse(body);
}
