import { z } from 'zod';
import { choice, defineEntity, field } from './entity.ts';
import { sentDay } from './moments.ts';
import { latinDigits, operators } from './phone.ts';

const NOT_PREFIX = 'Enter the first digits of its mobile numbers, such as 984 or 9841.';

/** `984`, `+977 984`, `00977984` or `९८४` as the start of an E.164 number: `+977984`. */
const prefixOf = (text: string): string => {
  const digits = latinDigits(text).replace(/[\s-]/g, '').replace(/^00/, '+');
  return digits.startsWith('+') ? digits : `+977${digits}`;
};

/**
 * Numbers that start with `prefix` belong to `operator` from a day on (Asia/Kathmandu). The longest prefix
 * wins, and of one prefix the latest day. What was in force before today stays as it is.
 */
export const numberRange = defineEntity({
  name: 'admin/number-plan',
  path: '/v1/admin/number-plan/',
  read: ['number-plan-list', 'get'],
  write: ['number-plan-list', 'post'],
  // DELETE on one record is there too, for entries that are still to come; many are never deleted at once.
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
    /** A closed operator's numbers are warned about before charging. */
    closed: field('boolean', z.boolean(), { filter: 'equals' }),
    /** Given, today or a later day; left out, today. */
    valid_from: field('date', z.iso.date(), {
      write: 'create',
      sort: true,
      filter: 'range',
      input: sentDay().nullish(),
    }),
    status: field('choice', z.enum(['future', 'in-force', 'past']), {
      write: 'never',
      choices: ['future', 'in-force', 'past'],
    }),
    /** Whether it may still be changed: it begins today or later. Only one that begins later can be deleted. */
    is_open: field('boolean', z.boolean(), { write: 'never', list: false }),
  },
});
export type NumberRangeRecord = z.infer<typeof numberRange.record>;

export const NUMBER_LOOKUP = `${numberRange.path}lookup/`;

/** GET /v1/admin/number-plan/lookup/?phone= (ours): whose a number is today, and by which entry. */
export const numberLookup = z.object({
  phone: z.string(),
  operator: z.enum(operators),
  closed: z.boolean(),
  /** The entry that says so; null for a number in no range that is known. */
  prefix: z.string().nullable(),
});
export type NumberLookup = z.infer<typeof numberLookup>;
