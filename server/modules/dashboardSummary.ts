import { DASHBOARD_SUMMARY, dashboardSummary as schema } from '#schema/dashboardSummary.ts';
import { one } from '#schema/entity.ts';
import { type Config, sendsMail } from '../config.ts';
import type { Db } from '../db/database.ts';
import type { Module } from '../deps.ts';
import { instructionsOf, readBilling, sellerNow } from '../services/money/billingSettings.ts';
import { gatewaysNow } from '../services/money/online/gateways.ts';
import { readBrand } from '../services/platform/brand.ts';
import { type ConfiguredSetup, setupOf } from '../services/reports/setup.ts';
import { staffDashboard } from '../services/reports/staffDashboard.ts';

/** Whether customers learn where their money should go. */
async function saysWhereToPay(db: Db, config: Config): Promise<boolean> {
  const billing = await readBilling(db, config);
  const hasText = billing.payment_methods.some((method) => billing[instructionsOf(method)]);
  return hasText || billing.bank_accounts.length > 0 || (await gatewaysNow(db, config)).length > 0;
}

const configuredNow = async (db: Db, config: Config): Promise<ConfiguredSetup> => ({
  brand: (await readBrand(db)).brand_name !== null,
  tax: (await sellerNow(db, config)) !== null,
  payments: await saysWhereToPay(db, config),
  mail: sendsMail(config),
});

/** The provider's dashboard, for its staff. */
export const dashboardSummary: Module = (app, { config, db }) => {
  app.get(
    DASHBOARD_SUMMARY,
    {
      config: { access: ['dashboard-summary', 'get'] },
      schema: { tags: ['dashboard'], response: { 200: one(schema) } },
    },
    async () => {
      const [summary, setup] = await Promise.all([
        staffDashboard(db),
        setupOf(db, await configuredNow(db, config)),
      ]);
      return { data: { ...summary, setup } };
    },
  );
};
