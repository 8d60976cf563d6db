import { useCreatePath, useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import type { Outline } from '#schema/outline.ts';
import { useLabels } from '../core/labels.ts';

/** Why a record stays as it is, and the way to a new one in its place. */
export function AddInstead({ entity, reason }: { entity: Outline; reason: string }) {
  const translate = useTranslate();
  const createPath = useCreatePath();
  const name = useLabels(entity).inline(1);
  return (
    <>
      {reason}{' '}
      <Link to={createPath({ resource: entity.name, type: 'create' })}>
        {translate('crud.list.add', { name })}
      </Link>
    </>
  );
}
