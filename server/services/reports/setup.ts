import { sql } from 'kysely';
import type { DashboardSummary } from '#schema/dashboardSummary.ts';
import { productPricing } from '#schema/productPricing.ts';
import type { Db } from '../../db/database.ts';
import { holds } from '../sending/routing.ts';

/** What is configured of a server's set-up. */
export interface ConfiguredSetup {
  /** The service has a name of its own. */
  brand: boolean;
  /** Whether tax invoices can be issued. */
  tax: boolean;
  /** Whether customers are told where to pay, or can pay online. */
  payments: boolean;
  mail: boolean;
  /** There is a key for the secrets that are stored. */
  secrets: boolean;
}

/** What the database says of it. */
export interface FoundSetup {
  is_demo: boolean;
  operator: NonNullable<DashboardSummary['setup']>['operator'];
  price: boolean;
  default_price: NonNullable<DashboardSummary['setup']>['default_price'];
  customer: boolean;
}

/** The default price in force for every operator. */
const defaultPrice = sql`
  SELECT uuid, price FROM pricing WHERE account IS NULL AND operator IS NULL AND valid_from <= now()
  ORDER BY valid_from DESC LIMIT 1`;

/** The price counts once somebody has set one or has confirmed the one in force: every server begins with the same. */
export async function findSetup(db: Db): Promise<FoundSetup> {
  const { rows } = await sql<FoundSetup>`
    SELECT (SELECT is_demo FROM provider_setting) AS is_demo,
      CASE WHEN NOT EXISTS (SELECT FROM operator_link WHERE NOT is_simulator) THEN 'none'
        WHEN EXISTS (SELECT FROM link_use u JOIN operator_link l ON l.name = u.link
          WHERE NOT l.is_simulator AND u.delivered > 0) THEN 'tested'
        WHEN EXISTS (SELECT FROM operator_link l WHERE NOT l.is_simulator AND ${holds('l')}) THEN 'untested'
        ELSE 'down' END AS operator,
      (SELECT count(*) > 1 FROM pricing) OR EXISTS (
        SELECT FROM audit_entry e JOIN (${defaultPrice}) p ON p.uuid = e.record
        WHERE e.entity = ${productPricing.name} AND e.action = 'confirm') AS price,
      (SELECT to_jsonb(p) FROM (${defaultPrice}) p) AS default_price,
      EXISTS (SELECT FROM account WHERE NOT is_provider) AS customer`.execute(db);
  return rows[0] as FoundSetup;
}

/**
 * How far a new provider's set-up is; null when nothing is missing, and in a demonstration, which has nothing to set up.
 */
export function setupOf(
  configured: ConfiguredSetup,
  { is_demo, ...found }: FoundSetup,
): DashboardSummary['setup'] {
  const setup = { ...configured, ...found };
  const { operator, default_price: _, ...others } = setup;
  const isComplete = operator === 'tested' && Object.values(others).every(Boolean);
  return is_demo || isComplete ? null : setup;
}
