import { entities } from '#schema/index.ts';
import { allows, type Pair } from '#schema/permissions.ts';
import { getUser } from './authProvider/session.ts';

const byName = new Map(entities.map((entity) => [entity.name, entity]));

/** What the routes that are no entity need; true is open to every signed-in user. */
const pages: Record<string, Pair | boolean> = {
  '': true,
  'sms/bulk-sms': ['bulk-sms', 'post'],
};

const needed = { create: 'create', edit: 'update', delete: 'delete' } as const;

/** The pair that an action on a route's records needs; false when nobody may. */
function pairFor(route: string, action = 'list'): Pair | boolean {
  const entity = byName.get(route);
  if (!entity) return pages[route] ?? false;
  const write = action in needed ? needed[action as keyof typeof needed] : undefined;
  if (!write) return entity.read;
  return entity.write && entity.writes.includes(write) ? entity.write : false;
}

/** Whether the signed-in user may: answered from memory, without a call. */
export const may = (asked: Pair | boolean): boolean => allows(getUser()?.ui_permissions, asked);

export const mayDo = (route: string, action?: string): boolean => may(pairFor(route, action));
