import { z } from 'zod';
import type { Field } from '#schema/entity.ts';
import { sentDay, sentMoment } from '#schema/moments.ts';
import { PAGE_SIZE_MAX } from '#schema/outline.ts';

const texts = z.string().transform((text) => text.split(',').filter(Boolean));
const optionals = new Map<z.ZodType, { one: z.ZodType; list: z.ZodType }>();

/**
 * The optional query parameters for a value of this type, and for several with commas between. Built once per type: the
 * filters of all lists have the same few, and building zod's types takes a good part of the server's start.
 */
export const optional = (item: z.ZodType) => {
  let known = optionals.get(item);
  if (!known) {
    const items = z.array(item).max(PAGE_SIZE_MAX) as unknown as z.ZodType<unknown[], string[]>;
    known = { one: item.optional(), list: texts.pipe(items).optional() };
    optionals.set(item, known);
  }
  return known;
};

/** The numbers that a field's column can be compared with; PostgreSQL fails beyond them. */
export const numbers: Partial<Record<Field['kind'], z.ZodNumber>> = {
  integer: z.int32(),
  money: z.int(),
  price: z.number().min(-1e12).max(1e12),
};
const numberValues = new Map(
  Object.values(numbers).map((number) => [number, z.coerce.number().pipe(number)] as const),
);
export const uuidValue = z.uuid();
const flagValue = z.stringbool();
export const momentValue = sentMoment();
const dayValue = sentDay();
const textValue = z.string().max(200);
export const searchValue = z.string().trim().max(200);

/** The type of one filter value in a query string. */
export function filterValue(field: Field): z.ZodType {
  const number = numbers[field.kind];
  if (number) return numberValues.get(number) as z.ZodType;
  // As its list is stored, in lower case for example.
  const item = field.many && (field.schema as z.ZodArray<z.ZodString>).element;
  if (item) return textValue.pipe(item);
  switch (field.kind) {
    case 'boolean':
      return flagValue;
    case 'datetime':
      return momentValue;
    case 'reference':
    case 'references':
      return uuidValue;
    case 'choice':
      // For an open choice, the server may know more values than the contract.
      return field.schema instanceof z.ZodEnum ? z.enum(field.choices as [string, ...string[]]) : textValue;
    default:
      return field.schema instanceof z.ZodISODate ? dayValue : textValue;
  }
}
