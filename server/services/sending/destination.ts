import { type RawBuilder, sql } from 'kysely';
import type { Channel } from '#schema/channel.ts';
import type { Db } from '../../db/database.ts';
import { prepared } from '../../db/preparedStatements.ts';
import type { Quote } from '../money/pricing.ts';
import { Problem } from '../platform/problem.ts';

/** Where a campaign accepted now would be sent. */
export interface Destination {
  /**
   * Any link to an operator takes precedence over the simulator, even if it is paused or down: its campaigns wait for it.
   */
  kind: 'operator' | 'simulator' | 'none';
  /** Nothing is held or charged: the simulator costs money only in a demonstration, where the money is not real. */
  isFree: boolean;
}

/** The same as `Destination.kind`, in SQL. */
const kindFor = (channel: Channel): RawBuilder<Destination['kind']> => sql`(
  SELECT CASE bool_and(is_simulator) WHEN true THEN 'simulator' WHEN false THEN 'operator' ELSE 'none' END
  FROM operator_link WHERE channel = ${sql.lit(channel)})`;
export const destinationKind = kindFor('sms');

export async function destinationOf(db: Db, channel: Channel = 'sms'): Promise<Destination> {
  const { rows } = await sql<Destination>`${prepared}
    SELECT kind, kind = 'simulator' AND NOT (SELECT is_demo FROM provider_setting) AS "isFree"
    FROM (SELECT ${kindFor(channel)} AS kind) links`.execute(db);
  return rows[0] as Destination;
}

/** Where a Viber campaign would be sent. With fallback its SMS must go to the same: to phones, or to none. */
export async function viberDestination(db: Db, fallback: number | null): Promise<Destination> {
  const viber = await destinationOf(db, 'viber');
  if (!fallback || (await destinationOf(db)).kind === viber.kind) return viber;
  return { kind: 'none', isFree: false };
}

const NO_OPERATOR = 'No operator is connected. Nothing was sent or charged.';

/** Throws `no_operator` if no link could take a new campaign. */
export function requireTaker({ kind }: Destination): void {
  if (kind === 'none') throw new Problem('no_operator', NO_OPERATOR);
}

/** The same for an accepted campaign: only the simulator takes it if it is a test. */
export async function requireTakerOf(db: Db, campaign: string, test: boolean): Promise<void> {
  const { rows } = await sql`
    SELECT FROM operator_link WHERE is_simulator = ${test}
      AND channel = (SELECT channel FROM campaign WHERE uuid = ${campaign}) LIMIT 1`.execute(db);
  if (rows.length > 0) return;
  throw new Problem('no_operator', test ? NO_SIMULATOR : NO_OPERATOR);
}

const NO_SIMULATOR =
  'This campaign is a test, and the operator simulator is off. Nothing was sent. Reject it, or start the simulator.';

/** The same without using wallet and packages. Prices are kept for display. */
export const freeOf = (quoted: Quote): Quote => ({
  ...quoted,
  operators: quoted.operators.map((one) => ({ ...one, package_parts: 0, amount: 0 })),
  ...(quoted.viber && {
    viber: { ...quoted.viber, viber_amount: 0, sms_amount: quoted.viber.sms_amount === null ? null : 0 },
  }),
  package_parts: 0,
  cost: 0,
  cost_exact: '0',
  packages: [],
});

/**
 * Whether a link takes a campaign (an alias) at all: tests go to the simulator, everything else to operators. A test that
 * holds money, from a version that charged for them, goes nowhere outside a demonstration.
 */
export const isFor = (isSimulator: RawBuilder<unknown>, campaign: string): RawBuilder<unknown> => {
  const of = (column: string) => sql.ref(`${campaign}.${column}`);
  return sql`(${of('test')} = ${isSimulator} AND (NOT ${of('test')} OR (${of('cost_exact')} = 0 AND ${of('package_parts')} = 0)
    OR (SELECT is_demo FROM provider_setting)))`;
};
