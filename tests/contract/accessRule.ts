import type { Entity } from '#schema/entity.ts';
import { allows, type Pair, type Role, roles } from '#schema/permissions.ts';
import { generatedOf } from './generatedOperations.ts';

/** An operation whose access follows from its entity's definition. */
interface Ruled {
  name: string;
  pair: Pair;
  /** The roles that hold the pair, as accessTable.ts writes them. */
  roles: string;
}

const isPair = (asked: Pair | true | null): asked is Pair => Array.isArray(asked);
const holders = (pair: Pair): string =>
  (Object.keys(roles) as Role[]).filter((role) => allows(roles[role], pair)).join(' ');

/**
 * The entities whose generated operations need no line in the tables, because their definition states it: one pair reads
 * and one writes, no table names any of their operations, and the pairs are those of other entities. Which role holds a
 * pair is stated in tests/schema/permissions.test.ts. Whatever else an operation asks for needs lines: no pair at all,
 * several pairs, a new pair, and all that a module adds to the generated routes.
 */
export function byRule(
  entities: readonly Entity[],
  table: Readonly<Record<string, string>>,
): { entity: Entity; operations: Ruled[] }[] {
  const isStated = (entity: Entity) => generatedOf(entity).some(({ name }) => name in table);
  const known = new Set(
    entities
      .filter(isStated)
      .flatMap(({ read, write }) => [read, write].filter(isPair))
      .map((pair) => pair.join(' ')),
  );
  return entities.flatMap((entity) => {
    const { read, write, alsoRead } = entity;
    const pairs = [read, ...(write === null ? [] : [write])];
    if (isStated(entity) || alsoRead.length > 0) return [];
    if (!pairs.every((pair) => isPair(pair) && known.has(pair.join(' ')))) return [];
    const operations = generatedOf(entity).map(({ name, isRead }) => {
      const pair = (isRead ? read : write) as Pair;
      return { name, pair, roles: holders(pair) };
    });
    return [{ entity, operations }];
  });
}
