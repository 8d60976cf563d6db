import { z } from 'zod';
import { defineEntity, type Entity, type Fields } from './entity.ts';
import type { Pair } from './permissions.ts';

/** For reading and changing alike: customers hold the `get` of this name, but must not see these settings. */
export const settingsPair: Pair = ['setting-list', 'post'];

/** The name of the provider's settings in texts and in the audit log: of all parts, so no two have a field of one name. */
export const SETTINGS = 'admin/settings';

/**
 * A part of the provider's settings, with an address of its own: GET and PUT `/v1/admin/settings/{part}/` (ours). PUT
 * changes the fields that it has; missing ones stay.
 */
export const settingsPart = <F extends Fields>(part: string, fields: F): Entity<F> =>
  defineEntity({
    name: SETTINGS,
    path: `/v1/admin/settings/${part}/`,
    read: settingsPair,
    write: settingsPair,
    writes: ['update'],
    tenancy: 'everyone',
    title: 'name',
    fields,
  });

/** Names of fields that the server's environment sets: they are shown, and PUT refuses another value. */
export const fixedNames = z.array(z.string());

/** A part's settings as GET returns them: `fixed` is beside its fields. */
export type Settings<V> = V & { fixed: z.infer<typeof fixedNames> };
