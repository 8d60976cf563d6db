import { isPage } from './access.ts';
import { entityNamed } from './entities.ts';
import { routeOf } from './route.ts';

/** A uuid, or the number that an API without uuids uses as a record's id. */
const ID = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[1-9]\d{0,18})$/i;

/** Whether a part of an address can be a record's id. */
export const isRecordId = (part: string): boolean => ID.test(part);

/** Whether the console has a page at a path. Does not check that a record exists or who may see it. */
export function isAddress(path: string): boolean {
  // The settings have a tab at each address below theirs.
  const route = routeOf(path).replace(/^(admin\/settings)\/[a-z-]+$/, '$1');
  if (isPage(route) || entityNamed(route)) return true;
  const [, above = '', last = ''] = /^(.*)\/([^/]+)$/.exec(route) ?? [];
  if (isRecordId(last)) return above === 'wallet/online' || entityNamed(above) !== undefined;
  if (last === 'create') return entityNamed(above) !== undefined;
  const [, parent = '', id = ''] = /^(.*)\/([^/]+)$/.exec(above) ?? [];
  return last === 'show' && isRecordId(id) && entityNamed(parent) !== undefined;
}
