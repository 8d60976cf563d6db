import type { Entity } from '#schema/entity.ts';
import { same } from '../../../crud/changed.ts';
import { describeConflicts } from '../../../layout/describeConflicts.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * Says what somebody else has saved in fields that are changed here, too (`own`): `base` is what they were changed from,
 * `now` what the server has. Undefined if that is nothing.
 */
export async function metMeanwhile(
  part: Entity,
  own: Values,
  base: Values,
  now: Values,
): Promise<Record<string, string> | undefined> {
  const met = Object.keys(own).filter((name) => !same(now[name], base[name]) && !same(now[name], own[name]));
  if (met.length === 0) return undefined;
  return describeConflicts(
    part,
    met.map((name) => ({ name, value: now[name] })),
  );
}
