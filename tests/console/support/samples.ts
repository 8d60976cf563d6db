import type { z } from 'zod';
import type { Entity } from '#schema/entity.ts';
import type { Random } from '../../support/random.ts';

/* Values and records as the contract has them, made of its schemas, and what other APIs may make of them. */

const AT = '2026-01-02T03:04:05Z';
export const idOf = (n: number): string => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`;

const texts: Readonly<Record<string, string>> = {
  uuid: idOf(1),
  datetime: AT,
  date: '2026-01-02',
  url: 'https://receiver.test/hook',
  email: 'person@demo.test',
};

// biome-ignore lint/suspicious/noExplicitAny: zod tells the parts of a schema in a shape for each of its types
type Def = any;

/** A value of a schema. */
function sampleOf(schema: z.ZodType, random: Random): unknown {
  const def: Def = schema._zod.def;
  const parts = (some: readonly z.ZodType[]) => some.map((one) => sampleOf(one, random));
  switch (def.type) {
    case 'nullable':
    case 'optional':
    case 'default':
      return random.chance(0.2) ? null : sampleOf(def.innerType, random);
    case 'pipe':
      return sampleOf(def.in, random);
    case 'unknown':
      return 'Sample';
    case 'string':
      return texts[def.format ?? ''] ?? 'Sample';
    case 'number':
      return random.between(1, 99);
    case 'boolean':
      return random.chance(0.5);
    case 'enum':
      return random.pick(Object.values(def.entries));
    case 'literal':
      return def.values[0];
    case 'array':
      return parts([def.element, def.element]);
    case 'tuple':
      return parts(def.items);
    case 'union':
      return sampleOf(random.pick(def.options), random);
    case 'record':
      return { city: sampleOf(def.valueType, random) };
    case 'object':
      return Object.fromEntries(
        Object.entries<z.ZodType>(def.shape).map(([name, one]) => [name, sampleOf(one, random)]),
      );
    default:
      throw new Error(`no sample of a ${def.type}`);
  }
}

export const recordOf = (entity: Entity, random: Random, n = 1): Record<string, unknown> => ({
  ...(sampleOf(entity.record, random) as object),
  uuid: idOf(n),
});

/** What becomes of a field: `undefined` leaves it out. */
export type Mangle = (value: unknown, name: string, kind?: string) => unknown;

const asOthersSend = (value: unknown): unknown => {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value))
    return value.map((one, index) => (typeof one === 'object' ? one : { id: index, name: String(one) }));
  if (value === idOf(1)) return { id: 7, name: 'A whole record' };
  return value === 'Sample' || value === AT ? value : 'never-heard-of';
};

/** Ways in which another API differs from the contract. */
export const mangles = (random: Random): Readonly<Record<string, Mangle>> => ({
  'left out': () => undefined,
  null: () => null,
  'of other types': asOthersSend,
  nonsense: (value) => (typeof value === 'object' ? 'nonsense' : { non: 'sense' }),
  'some of each': (value) =>
    random.pick<Mangle>([(it) => it, () => undefined, () => null, asOthersSend, () => []])(value, ''),
  // Django's way to have no text.
  blank: (value) => (typeof value === 'string' ? '' : value),
  'with choices that nobody knows': (value, name, kind) =>
    kind === 'choice' && name !== 'status' ? 'never-heard-of' : value,
  'in a state that nobody knows': (value, name) => (name === 'status' ? 'never-heard-of' : value),
});

/** The record as another API has it: its id stays, in one of two ways. */
export const mangled = (
  record: Record<string, unknown>,
  mangle: Mangle,
  n: number,
  fields: Readonly<Record<string, { kind: string } | undefined>> = {},
): Record<string, unknown> => ({
  ...Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, mangle(value, name, fields[name]?.kind)]),
  ),
  uuid: idOf(n),
});

/** What an answer that is no entity's record holds, without an id of its own. */
export const answerOf = (schema: z.ZodType, mangle: Mangle, random: Random): Record<string, unknown> => {
  const { uuid: _, ...answer } = mangled(sampleOf(schema, random) as Record<string, unknown>, mangle, 0);
  return answer;
};
