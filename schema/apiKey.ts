import { z } from 'zod';
import { defineEntity, field } from './entity.ts';
import { sentMoment } from './moments.ts';
import { pairs } from './pairs.ts';
import { shownName } from './shownText.ts';
import { selfProof } from './twoFactor.ts';

/** The prefix of every API key secret, so that people and scanners recognise one. */
export const API_KEY_PREFIX = 'bsk_';

/** Keys of an account that are neither revoked nor expired. */
export const API_KEYS_MAX = 50;

/** An address, or a network such as 203.0.113.0/24 or 2001:db8::/32. */
const address = z
  .string()
  .trim()
  .max(50)
  .refine(
    (text) => [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()].some((schema) => schema.safeParse(text).success),
    'Enter addresses such as 203.0.113.7, or networks such as 203.0.113.0/24.',
  );

/**
 * A key with which a program uses the API as the user who made it. A request may do only what both the key's pairs and the
 * user's pairs allow. `addresses` lists where it may be used from; an empty list means everywhere. The secret is returned
 * once, when the key is made (`newApiKey`).
 */
export const apiKey = defineEntity({
  name: 'settings/api-keys',
  path: '/v1/autho/api-keys/',
  read: ['api-key-list', 'get'],
  write: ['api-key-list', 'post'],
  writes: ['create', 'update'],
  title: 'name',
  fields: {
    name: field('text', z.string(), { write: 'always', search: true, input: shownName(80) }),
    /** The first characters of the secret, so that the owner can recognise it. */
    prefix: field('text', z.string(), { write: 'never' }),
    pairs: field('attributes', pairs, {
      write: 'create',
      list: false,
      input: pairs.min(1, 'Choose at least one permission.').max(100),
    }),
    addresses: field('text', z.array(z.string()), {
      write: 'always',
      list: false,
      input: z.array(address).max(50).default([]),
    }),
    is_active: field('boolean', z.boolean(), { write: 'never', filter: 'equals' }),
    expires_at: field('datetime', sentMoment().nullish(), { write: 'create' }),
    /** Accurate to a minute, because it is written at most once a minute. */
    last_used_at: field('datetime', z.iso.datetime().nullable(), { write: 'never' }),
    last_used_ip: field('text', z.string().nullable(), { write: 'never', list: false }),
    /** Name of the user who made the key; requests with it run as this user. */
    made_by: field('text', z.string(), { write: 'never', list: false }),
    revoked_at: field('datetime', z.iso.datetime().nullable(), { write: 'never', list: false }),
  },
});
export type ApiKey = z.infer<typeof apiKey.record>;

/** The body of POST: the key, and proof of who is asking. */
export const apiKeyInput = apiKey.create.extend(selfProof);
export type ApiKeyInput = z.infer<typeof apiKeyInput>;

/** The answer to POST: the key and its secret, which is shown only this once. */
export const newApiKey = apiKey.record.extend({ secret: z.string() });
export type NewApiKey = z.infer<typeof newApiKey>;
