import { useResourceContext } from 'ra-core';
import type { Entity } from '#schema/entity.ts';
import { EntityCreate } from './EntityCreate.tsx';
import { EntityEdit } from './EntityEdit.tsx';
import { schemas } from './schemas.ts';

const isEntity = (value: unknown): value is Entity =>
  typeof value === 'object' && value !== null && 'name' in value && 'create' in value;

/** The surrounding resource's entity. Throws if its schema module exports none, which is a programming error. */
function useEntity(): Entity {
  const name = useResourceContext() ?? '';
  const entity = Object.values(schemas.get(name) ?? {}).find((one) => isEntity(one) && one.name === name);
  if (!entity) throw new Error(`The schema module of "${name}" exports no entity of this name`);
  return entity;
}

/** The form that adds a record of the surrounding resource's entity. */
export const GeneratedCreate = () => <EntityCreate entity={useEntity()} />;
/** The form that changes a record of the surrounding resource's entity. */
export const GeneratedEdit = () => <EntityEdit entity={useEntity()} />;
