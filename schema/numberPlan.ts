import { z } from 'zod';
import { choice, defineEntity, field } from './entity.ts';
import { sentDay } from './moments.ts';
import { latinDigits, operators } from './phone.ts';

const NOT_PREFIX = 'Enter the first digits of its mobile numbers, such as 984 or 9841.';

/** Normalises `984`, `+977 984`, `00977984` or `९८४` to the start of an E.164 number: `+977984`. */
const prefixOf = (text: string): string => {
  const digits = latinDigits(text).replace(/[\s-]/g, '').replace(/^00/, '+');
  return digits.startsWith('+') ? digits : `+977${digits}`;
};

/**
 * Numbers that start with `prefix` belong to `operator` from a day on (Asia/Kathmandu). The longest prefix wins; for the
 * same prefix, the latest day. Entries that took effect before today cannot be changed.
 */
export const numberRange = defineEntity({
  name: 'admin/number-plan',
  path: '/v1/admin/number-plan/',
  read: ['number-plan-list', 'get'],
  write: ['number-plan-list', 'post'],
  // There is also DELETE for a single record that is not in force yet; bulk deletion is not offered.
  writes: ['create', 'update'],
  tenancy: 'everyone',
  title: 'prefix',
  order: 'prefix',
  fields: {
    prefix: field(
      'text',
      z
        .string()
        .overwrite(prefixOf)
        .regex(/^\+9779\d{1,8}$/, NOT_PREFIX),
      { write: 'create', sort: true, search: true },
    ),
    operator: choice(operators),
    /** For numbers of a closed operator there is a warning before anything is charged. */
    closed: field('boolean', z.boolean(), { filter: 'equals' }),
    /** Today or a later day; defaults to today. */
    valid_from: field('date', sentDay(), {
      write: 'create',
      sort: true,
      filter: 'range',
      input: sentDay().nullish(),
    }),
    status: field('choice', z.enum(['future', 'in-force', 'past']), {
      write: 'never',
      choices: ['future', 'in-force', 'past'],
    }),
    /** Whether it can still be changed: it begins today or later. Only one that begins later can be deleted. */
    is_open: field('boolean', z.boolean(), { write: 'never', list: false }),
  },
});
export type NumberRangeRecord = z.infer<typeof numberRange.record>;

export const NUMBER_LOOKUP = `${numberRange.path}lookup/`;

/** GET /v1/admin/number-plan/lookup/?phone= (ours): the operator of a number today, and the entry that says so. */
export const numberLookup = z.object({
  phone: z.string(),
  operator: z.enum(operators),
  closed: z.boolean(),
  /** The entry that matched; null when no known range has the number. */
  prefix: z.string().nullable(),
});
export type NumberLookup = z.infer<typeof numberLookup>;
