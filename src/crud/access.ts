import type { Outline } from '#schema/outline.ts';
import { may } from '../core/access.ts';

/** Whether the entity has this generated write, and the signed-in user may use it. */
export const mayWrite = (entity: Outline, write: Outline['writes'][number]): boolean =>
  entity.write !== null && entity.writes.includes(write) && may(entity.write);
