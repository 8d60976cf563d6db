import { DASHBOARD_DAYS } from '#schema/dashboard.ts';
import { DASHBOARD_SUMMARY } from '#schema/dashboardSummary.ts';
import { FAILOVER } from '#schema/failover.ts';
import { entities as defined } from '#schema/index.ts';
import type { Outline } from '#schema/outline.ts';
import { settings } from '#schema/providerSettings.ts';
import { searchPairs as pairs } from '#schema/search.ts';

/*
 * What the console knows of the schema before it needs to check anything. The build precomputes these values
 * (scripts/consoleBuild.ts), so that neither zod nor the schema is fetched and run for a list.
 */

export const entities: readonly Outline[] = defined.map(({ record, create, update, fields, ...outline }) => ({
  ...outline,
  fields: Object.fromEntries(
    Object.entries(fields).map(([name, { schema, input, ...field }]) => [name, field]),
  ),
}));

export const settingsPair = settings.read;
export const searchPairs = pairs;
export const failoverPath = FAILOVER;
export const dashboardDays = DASHBOARD_DAYS;
export const dashboardSummary = DASHBOARD_SUMMARY;
