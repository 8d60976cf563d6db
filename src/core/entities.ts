import type { Outline } from '#schema/outline.ts';
import { entities } from './entityTable.ts';

export { entities };

const byName = new Map(entities.map((entity) => [entity.name, entity]));

/** The entity with this resource name, if the contract has one. */
export const entityNamed = (name: string | undefined): Outline | undefined =>
  name === undefined ? undefined : byName.get(name);

/** An entity's default order, as react-admin writes it. */
export const sortOf = ({ order }: Outline): { field: string; order: 'ASC' | 'DESC' } =>
  order.startsWith('-') ? { field: order.slice(1), order: 'DESC' } : { field: order, order: 'ASC' };

/** The entity with this resource name. Throws if the contract has none, which is a programming error. */
export function entityOf(resource: string): Outline {
  const entity = byName.get(resource);
  if (!entity) throw new Error(`No entity is named "${resource}"`);
  return entity;
}
