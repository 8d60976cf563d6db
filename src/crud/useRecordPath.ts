import { useCreatePath, useResourceDefinition } from 'ra-core';
import type { Outline } from '#schema/outline.ts';
import { canAccess } from '../core/access.ts';
import type { Row } from './DeleteButton.tsx';

/** Returns where a row of an entity's list leads to; `link` replaces the resource's own choice, and false is nowhere. */
export function useRecordPath(entity: Outline, link?: 'show' | 'edit' | false) {
  const createPath = useCreatePath();
  const { hasShow, hasEdit } = useResourceDefinition({ resource: entity.name });
  const type = link ?? (hasShow ? 'show' : hasEdit && canAccess(entity.name, 'edit') && 'edit');
  return (id: Row['id']): string | undefined =>
    type ? createPath({ resource: entity.name, type, id }) : undefined;
}
