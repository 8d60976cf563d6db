import type { Outline } from '#schema/outline.ts';
import { canFillForm } from '../core/access.ts';
import { offersAction } from '../core/offersAction.ts';

const action = { create: 'create', update: 'edit', delete: 'delete' } as const;

/** Whether the entity has this generated write, the server offers it, and the signed-in user may do it. */
export const canWrite = (entity: Outline, write: Outline['writes'][number]): boolean =>
  entity.write !== null &&
  entity.writes.includes(write) &&
  offersAction(entity.name, action[write]) &&
  canFillForm(entity.write);
