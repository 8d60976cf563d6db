import { type Entity, one } from '#schema/entity.ts';
import { fixedNames } from '#schema/settingsPart.ts';
import type { Db } from '../db/database.ts';
import type { App, Deps } from '../deps.ts';
import type { Caller } from '../services/platform/caller.ts';

/** Where a part of the settings is kept. */
export interface PartStore<V extends object> {
  /** The values in force, and in `fixed` the names of those that the environment sets. */
  read(db: Db): Promise<V & { fixed?: readonly string[] }>;
  /** Changes the given values and records it, or throws a Problem with the fields that are wrong. */
  change(trx: Db, caller: Caller, values: Partial<V>): Promise<void>;
  /** Called after a change is committed. */
  changed?(): void;
}

/** GET and PUT of a part of the provider's settings; both return all of its values. */
export function settingsRoutes<V extends object>(
  app: App,
  { db }: Pick<Deps, 'db'>,
  part: Entity,
  { read, change, changed }: PartStore<V>,
): void {
  const config = { access: part.read };
  const tags = ['settings', 'ours'];
  const response = { 200: one(part.update.extend({ fixed: fixedNames })) };
  const answer = async () => {
    const values = await read(db);
    return { data: { ...values, fixed: [...(values.fixed ?? [])] } };
  };
  app.get(part.path, { config, schema: { tags, response } }, answer as never);
  app.put(part.path, { config, schema: { tags, body: part.update, response } }, async ({ caller, body }) => {
    await db.transaction().execute((trx) => change(trx, caller, body as Partial<V>));
    changed?.();
    return answer() as never;
  });
}
