import { DASHBOARD_SUMMARY, dashboardSummary as schema } from '#schema/dashboardSummary.ts';
import { one } from '#schema/entity.ts';
import { type Config, sellerOf, sendsMail } from '../config.ts';
import type { Module } from '../deps.ts';
import { gatewaysOf } from '../services/money/online/gateways.ts';
import { readBrand } from '../services/platform/brand.ts';
import { type ConfiguredSetup, setupOf } from '../services/reports/setup.ts';
import { staffDashboard } from '../services/reports/staffDashboard.ts';

const configuredIn = (config: Config): Omit<ConfiguredSetup, 'brand'> => ({
  tax: sellerOf(config) !== null,
  payments: config.PAYMENT_INSTRUCTIONS.trim() !== '' || gatewaysOf(config).length > 0,
  mail: sendsMail(config),
});

/** The provider's dashboard, for its staff. */
export const dashboardSummary: Module = (app, { config, db }) => {
  const configured = configuredIn(config);
  app.get(
    DASHBOARD_SUMMARY,
    {
      config: { access: ['dashboard-summary', 'get'] },
      schema: { tags: ['dashboard'], response: { 200: one(schema) } },
    },
    async () => {
      const { brand_name } = await readBrand(db);
      const [summary, setup] = await Promise.all([
        staffDashboard(db),
        setupOf(db, { ...configured, brand: brand_name !== null }),
      ]);
      return { data: { ...summary, setup } };
    },
  );
};
