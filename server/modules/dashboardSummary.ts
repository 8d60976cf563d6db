import { DASHBOARD_SUMMARY, dashboardSummary as schema } from '#schema/dashboardSummary.ts';
import { one } from '#schema/entity.ts';
import { settingsPair } from '#schema/settingsPart.ts';
import { SETUP_HEALTH, setupHealth } from '#schema/setupHealth.ts';
import { bucketOf, type Config } from '../config.ts';
import type { Db } from '../db/database.ts';
import type { Module } from '../deps.ts';
import { sendsMail } from '../services/mail/mailServer.ts';
import { instructionsOf, readBilling, sellerNow } from '../services/money/billingSettings.ts';
import { gatewaysNow } from '../services/money/online/gateways.ts';
import { readBrand } from '../services/platform/brand.ts';
import { setupOf } from '../services/reports/setup.ts';
import { type ConfiguredHealth, setupHealthOf, shownOnDashboard } from '../services/reports/setupHealth.ts';
import { staffDashboard } from '../services/reports/staffDashboard.ts';

/** Whether customers learn where their money should go. */
async function saysWhereToPay(db: Db, config: Config): Promise<boolean> {
  const billing = await readBilling(db, config);
  const hasText = billing.payment_methods.some((method) => billing[instructionsOf(method)]);
  return hasText || billing.bank_accounts.length > 0 || (await gatewaysNow(db, config)).length > 0;
}

async function configuredNow(db: Db, config: Config): Promise<ConfiguredHealth> {
  const [{ brand_name }, seller, payments, mail] = await Promise.all([
    readBrand(db),
    sellerNow(db, config),
    saysWhereToPay(db, config),
    sendsMail(db, config),
  ]);
  return {
    setup: { brand: brand_name !== null, tax: seller !== null, payments, mail },
    address: Boolean(config.PUBLIC_URL),
    scanner: Boolean(config.CLAMD_URL),
    secrets: Boolean(config.SECRET_KEY?.trim()),
    bucket: bucketOf(config) !== null,
    dataDir: config.DATA_DIR,
  };
}

/** The provider's dashboard, for its staff, and the health of the set-up. */
export const dashboardSummary: Module = (app, { config, db }) => {
  app.get(
    DASHBOARD_SUMMARY,
    {
      config: { access: ['dashboard-summary', 'get'] },
      schema: { tags: ['dashboard'], response: { 200: one(schema) } },
    },
    async () => {
      const known = await configuredNow(db, config);
      const [summary, setup, health] = await Promise.all([
        staffDashboard(db),
        setupOf(db, known.setup),
        setupHealthOf(db, known),
      ]);
      return { data: { ...summary, setup, health: shownOnDashboard(health, setup !== null) } };
    },
  );

  app.get(
    SETUP_HEALTH,
    {
      config: { access: settingsPair },
      schema: { tags: ['settings', 'ours'], response: { 200: one(setupHealth) } },
    },
    async () => ({ data: { checks: (await setupHealthOf(db, await configuredNow(db, config))).checks } }),
  );
};
