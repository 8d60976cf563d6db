import { type RawBuilder, sql } from 'kysely';
import { SETTINGS, type Settings } from '#schema/settingsPart.ts';
import type { Db } from '../../db/database.ts';
import { audit } from './audit.ts';
import type { Caller } from './caller.ts';
import { Problem } from './problem.ts';

/** A part of the provider's settings, kept in `settings_part`. */
export interface SettingsPart<V extends object> {
  name: string;
  /** Every field with its value as long as neither an administrator nor the environment sets one. */
  first: V;
}

interface Row {
  chosen: Record<string, unknown>;
  fixed: Record<string, unknown>;
}

async function rowOf(db: Db, name: string, lock: boolean): Promise<Row> {
  const { rows } = await sql<Row>`
    SELECT chosen, fixed FROM settings_part WHERE name = ${name} ${lock ? sql`FOR UPDATE` : sql``}`.execute(
    db,
  );
  return rows[0] ?? { chosen: {}, fixed: {} };
}

/** The values in force: what the environment fixes, else what was chosen, else the first value. */
function inForce<V extends object>({ first }: SettingsPart<V>, { chosen, fixed }: Row): Settings<V> {
  const known = Object.keys(first);
  const values = Object.fromEntries(
    known.map((name) => [name, fixed[name] ?? chosen[name] ?? first[name as keyof V]]),
  );
  return { ...(values as V), fixed: known.filter((name) => fixed[name] !== undefined) };
}

/** SQL of a field's value in force as text; null where that is its first value. */
export const fieldInForce = <V extends object>({ name }: SettingsPart<V>, field: keyof V & string) =>
  sql<string | null>`(
    SELECT coalesce(fixed->>${sql.lit(field)}, chosen->>${sql.lit(field)}) FROM settings_part WHERE name = ${sql.lit(name)})` as RawBuilder<
    string | null
  >;

/**
 * A part's settings, which hold for the whole server: read where they are used, in the transaction that uses them, they are
 * in force in every process as soon as a change is committed.
 */
export const readPart = async <V extends object>(db: Db, part: SettingsPart<V>): Promise<Settings<V>> =>
  inForce(part, await rowOf(db, part.name, false));

/**
 * Changes the given fields of a part, in the caller's transaction, and records it. Null sets a field back to its first
 * value. Throws `invalid` with the fields that the environment fixes, if their value would change.
 */
export async function changePart<V extends object>(
  trx: Db,
  caller: Caller,
  part: SettingsPart<V>,
  values: Partial<Record<keyof V, unknown>>,
): Promise<void> {
  await sql`INSERT INTO settings_part (name) VALUES (${part.name}) ON CONFLICT DO NOTHING`.execute(trx);
  const row = await rowOf(trx, part.name, true);
  const { fixed, ...before } = inForce(part, row);
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  refuseFixed(
    given
      .filter(([name, value]) => fixed.includes(name) && differs(value, row.fixed[name]))
      .map(([name]) => name),
  );
  const changed = Object.fromEntries(given.filter(([name]) => !fixed.includes(name)));
  const chosen = { ...row.chosen, ...changed };
  await sql`UPDATE settings_part SET chosen = ${JSON.stringify(chosen)} WHERE name = ${part.name}`.execute(
    trx,
  );
  const { fixed: _, ...after } = inForce(part, { chosen, fixed: row.fixed });
  await audit(trx, caller, { action: 'update', entity: SETTINGS, before, after });
}

/** Whether a value of a request is another than the one in force. */
export const differs = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) !== JSON.stringify(other);

/** Throws `invalid` at each of these fields, which the environment sets; does nothing without any. */
export function refuseFixed(names: readonly string[]): void {
  if (names.length === 0) return;
  const text = 'The environment of the server sets this value. Change it there.';
  throw new Problem(
    'invalid',
    'The environment of the server sets some of these values. Nothing was changed.',
    {
      errors: Object.fromEntries(names.map((name) => [name, [text]])),
    },
  );
}

/** Records which fields of a part the environment fixes, with their values; `undefined` ones are left to administrators. */
export async function fixPart<V extends object>(
  db: Db,
  { name }: SettingsPart<V>,
  fixed: { readonly [field in keyof V]?: V[field] | undefined },
): Promise<void> {
  const text = JSON.stringify(fixed);
  await sql`
    INSERT INTO settings_part (name, fixed) VALUES (${name}, ${text})
    ON CONFLICT (name) DO UPDATE SET fixed = excluded.fixed WHERE settings_part.fixed <> excluded.fixed`.execute(
    db,
  );
}
