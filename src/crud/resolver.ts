import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import type { z } from 'zod';
import type { Entity } from '#schema/entity.ts';
import type { Kind } from '#schema/outline.ts';
import { readPhone } from '#schema/phone.ts';
import { money, number } from '../core/format.ts';

/** A translation key with arguments, in the format that ra-core's ValidationError translates. */
const message = (key: string, args: Record<string, unknown> = {}): string =>
  `@@react-admin@@${JSON.stringify({ message: key, args })}`;

type Issue = z.core.$ZodRawIssue;

/** Forms have amounts in rupees, the schema in paisa. */
const isAmount = (kind: Kind | undefined): boolean => kind === 'money' || kind === 'price';

const tooBig = (issue: Issue, kind: Kind | undefined): string => {
  const max = Number('maximum' in issue ? issue.maximum : 0);
  if (issue.origin === 'string') return message('crud.error.tooLong', { max });
  if (issue.origin === 'array') return message('crud.error.tooMany', { max });
  if (isAmount(kind)) return message('crud.error.tooMuch', { max: money(max) });
  return message('crud.error.tooHigh', { max: number(max) });
};

const tooSmall = (issue: Issue, kind: Kind | undefined): string => {
  const min = Number('minimum' in issue ? issue.minimum : 0);
  if (issue.origin === 'string')
    return min <= 1 ? message('crud.error.required') : message('crud.error.tooShort', { min });
  if (isAmount(kind)) return message('crud.error.tooLittle', { min: money(min) });
  return message('crud.error.tooLow', { min: number(min) });
};

/** A translated message for a zod issue that has no message of its own. `kind`: of its field. */
export function explain(issue: Issue, kind?: Kind): string {
  const isMissing = issue.input === undefined || issue.input === null || issue.input === '';
  if (isMissing) return message('crud.error.required');
  switch (issue.code) {
    case 'too_big':
      return tooBig(issue, kind);
    case 'too_small':
      return tooSmall(issue, kind);
    case 'invalid_type':
      if (issue.expected === 'number')
        return message(kind === 'money' ? 'crud.error.notAmount' : 'crud.error.notNumber');
      return message(issue.expected === 'int' ? 'crud.error.notWhole' : 'crud.error.invalid');
    case 'invalid_format':
      if (issue.format === 'email') return message('crud.error.notEmail');
      if (issue.format === 'date') return message('crud.error.notDay');
      return message(issue.format === 'datetime' ? 'crud.error.notDate' : 'crud.error.invalid');
    default:
      return message('crud.error.invalid');
  }
}

/** Errors of nested values (`attributes.city`) belong to the one input that shows them. */
function flatten(errors: FieldErrors): FieldErrors {
  const first = (value: unknown): { type: string; message: string } | undefined => {
    if (typeof value !== 'object' || value === null) return undefined;
    if ('message' in value && typeof value.message === 'string')
      return { type: 'type' in value ? String(value.type) : 'invalid', message: value.message };
    return Object.values(value)
      .map(first)
      .find((found) => found !== undefined);
  };
  return Object.fromEntries(
    Object.entries(errors).map(([name, error]) => {
      const found = first(error);
      const text = found?.message === 'Required' ? message('crud.error.required') : found?.message;
      const ref = error && typeof error === 'object' && 'ref' in error ? error.ref : undefined;
      return [name, { type: found?.type ?? 'invalid', message: text, ref }];
    }),
  ) as FieldErrors;
}

/** The copies of schemas that `withAnyReference` has made: some forms check with each character. */
const copies = new WeakMap<z.core.$ZodType, unknown>();

/**
 * The schema as forms check by it: a reference is whatever its API gave, such as a number or a path, and goes back as it came.
 * Only our own server knows that its references are UUIDs.
 */
export function withAnyReference<S extends z.core.$ZodType>(schema: S): S {
  if (!copies.has(schema)) copies.set(schema, copyOf(schema));
  return copies.get(schema) as S;
}

function copyOf(schema: z.core.$ZodType): unknown {
  const def: Record<string, unknown> = { ...schema._zod.def };
  if (def.format === 'uuid') def.pattern = /\S/;
  for (const part of ['innerType', 'element'])
    if (def[part]) def[part] = withAnyReference(def[part] as z.core.$ZodType);
  if (def.shape)
    def.shape = Object.fromEntries(
      Object.entries(def.shape).map(([name, field]) => [name, withAnyReference(field)]),
    );
  return (schema as unknown as z.ZodType).clone(def as never);
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

/**
 * Validates a form against its entity's schema, and phone numbers as the server parses them. Errors are
 * translation keys, so that they follow a change of language. Fields that the server left out of `record`,
 * and that are still empty, are neither required nor sent: the server may not know them, or may hide them.
 */
export function entityResolver(
  entity: Entity,
  mode: 'create' | 'update',
  record?: Readonly<Record<string, unknown>>,
): Resolver {
  const isLeftOut = ([name, check]: [string, z.ZodType]): boolean =>
    record?.[name] === undefined || (record[name] === null && !check.safeParse(null).success);
  const left = (record ? Object.entries<z.ZodType>(entity[mode].shape) : [])
    .filter(isLeftOut)
    .map(([name]) => name);
  const schema = entity[mode].partial(Object.fromEntries(left.map((name) => [name, true])) as never);
  const shape = Object.keys(schema.shape);
  const check = zodResolver(withAnyReference(schema) as z.ZodType<FieldValues, FieldValues>, {
    error: (issue) => explain(issue, entity.fields[String(issue.path?.[0])]?.kind),
  });
  return async (values, context, options) => {
    const names = shape.filter((name) => !(left.includes(name) && isEmpty(values[name])));
    const phones = names.filter((name) => entity.fields[name]?.kind === 'phone');
    const known = Object.fromEntries(names.map((name) => [name, values[name]]));
    const result = await check(known, context, options);
    const errors = flatten(result.errors);
    for (const name of phones) {
      const text = String(values[name] ?? '').trim();
      // For optional fields, the schema covers all rules.
      if (text === '' && entity.fields[name]?.schema.safeParse(null).success) continue;
      const read = readPhone(text);
      if (read.problem && !errors[name])
        errors[name] = { type: 'phone', message: message(`crud.phone.${read.problem}`) };
    }
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values: result.values, errors: {} };
  };
}
