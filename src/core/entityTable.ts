import { catalogue } from '#schema/catalogue.ts';
import { DASHBOARD_DAYS } from '#schema/dashboard.ts';
import { DASHBOARD_SUMMARY } from '#schema/dashboardSummary.ts';
import { FAILOVER } from '#schema/failover.ts';
import { type Feature, featureOf } from '#schema/features.ts';
import { entities as defined } from '#schema/index.ts';
import type { Outline } from '#schema/outline.ts';
import { settings } from '#schema/providerSettings.ts';
import { OWN_REPORTS, ownReportPair, REPORTS, reportPair } from '#schema/report.ts';
import { searchPairs as pairs } from '#schema/search.ts';

/*
 * The parts of the schema that the console needs before it validates anything. The build precomputes these
 * values (scripts/consoleBuild.ts), so that a list loads and runs neither zod nor the schema.
 */

export const entities: readonly Outline[] = defined.map(
  ({ record, create, update, put, fields, ...outline }) => ({
    ...outline,
    fields: Object.fromEntries(
      Object.entries(fields).map(([name, { schema, input, ...field }]) => [name, field]),
    ),
  }),
);

export const settingsPair = settings.read;
export const searchPairs = pairs;
/** The pages of reports: the API's path, and the pair. */
export const reports = { path: REPORTS, pair: reportPair };
export const ownReports = { path: OWN_REPORTS, pair: ownReportPair };
export const failoverPath = FAILOVER;
export const dashboardDays = DASHBOARD_DAYS;
export const dashboardSummary = DASHBOARD_SUMMARY;

/** The operation of each action on an entity's records, by the collection's path. */
const operations = {
  list: (path: string) => `GET ${path}`,
  show: (path: string) => `GET ${path}{uuid}/`,
  create: (path: string) => `POST ${path}`,
  edit: (path: string) => `PUT ${path}{uuid}/`,
  delete: (path: string) => `DELETE ${path}{uuid}/`,
  bulk: (path: string) => `DELETE ${path}`,
  export: (path: string) => `GET ${path}export/`,
  text: (path: string) => `GET ${path}{uuid}/text/`,
};

type Needs = { readonly [action in keyof typeof operations]?: Feature };

/**
 * The feature that a server must offer for an action on an entity's records if it is not in the catalogue; by
 * entity, or one feature if the whole entity needs it.
 */
export const needs: Readonly<Record<string, Needs | Feature>> = Object.fromEntries(
  defined.flatMap(({ name, path }): [string, Needs | Feature][] => {
    const found = Object.entries(operations).flatMap(([action, operationOf]) => {
      const operation = operationOf(path);
      const feature = catalogue.includes(operation) ? undefined : featureOf(operation);
      return feature ? [[action, feature] as const] : [];
    });
    const [[first, one] = []] = found;
    if (!one) return [];
    const isWhole = first === 'list' && found.every(([, feature]) => feature === one);
    return [[name, isWhole ? one : Object.fromEntries(found)]];
  }),
);
