import type { BillingInput } from '#schema/billingSettings.ts';
import { DASHBOARD_SUMMARY, dashboardSummary as schema } from '#schema/dashboardSummary.ts';
import { one } from '#schema/entity.ts';
import { settingsPair } from '#schema/settingsPart.ts';
import { SETUP_HEALTH, setupHealth } from '#schema/setupHealth.ts';
import { bucketOf, type Config } from '../config.ts';
import type { Db } from '../db/database.ts';
import type { Module } from '../deps.ts';
import { isMailUnreadable, sendsMail, showsMail } from '../services/mail/mailServer.ts';
import { instructionsOf, readBilling, sellerOf } from '../services/money/billingSettings.ts';
import { readGatewayKeys } from '../services/money/online/gatewayKeys.ts';
import { gatewaysNow } from '../services/money/online/gateways.ts';
import { readBrand } from '../services/platform/brand.ts';
import { type ConfiguredSetup, findSetup, setupOf } from '../services/reports/setup.ts';
import { type ConfiguredHealth, setupHealthOf, shownOnDashboard } from '../services/reports/setupHealth.ts';
import { staffDashboard } from '../services/reports/staffDashboard.ts';

/** Whether customers learn where their money should go. */
async function saysWhereToPay(db: Db, config: Config, billing: BillingInput): Promise<boolean> {
  const hasText = billing.payment_methods.some((method) => billing[instructionsOf(method)]);
  return hasText || billing.bank_accounts.length > 0 || (await gatewaysNow(db, config)).length > 0;
}

async function billingOf(db: Db, config: Config): Promise<Pick<ConfiguredSetup, 'tax' | 'payments'>> {
  const billing = await readBilling(db, config);
  return { tax: sellerOf(billing) !== null, payments: await saysWhereToPay(db, config, billing) };
}

async function unreadableNow(db: Db, config: Config): Promise<ConfiguredHealth['unreadable']> {
  const [mail, gateways] = await Promise.all([isMailUnreadable(db, config), readGatewayKeys(db, config)]);
  const payments = gateways.some(({ is_unreadable }) => is_unreadable);
  return [...(mail ? (['mail'] as const) : []), ...(payments ? (['payments'] as const) : [])];
}

async function configuredNow(db: Db, config: Config): Promise<ConfiguredHealth> {
  const [{ brand_name }, { tax, payments }, mail, isShown, unreadable] = await Promise.all([
    readBrand(db),
    billingOf(db, config),
    sendsMail(db, config),
    showsMail(db, config),
    unreadableNow(db, config),
  ]);
  const ownKey = Boolean(config.SECRET_KEY?.trim());
  return {
    // A server with a database of its own makes a key beside it.
    setup: { brand: brand_name !== null, tax, payments, mail, secrets: ownKey || !config.DATABASE_URL },
    showsMail: isShown,
    unreadable,
    address: Boolean(config.PUBLIC_URL),
    scanner: Boolean(config.CLAMD_URL),
    secrets: ownKey,
    bucket: bucketOf(config) !== null,
    dataDir: config.DATA_DIR,
  };
}

async function setupNow(db: Db, config: Config) {
  const [known, found] = await Promise.all([configuredNow(db, config), findSetup(db)]);
  return { setup: setupOf(known.setup, found), health: await setupHealthOf(db, known, found) };
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
      const [summary, { setup, health }] = await Promise.all([staffDashboard(db), setupNow(db, config)]);
      return { data: { ...summary, setup, health: shownOnDashboard(health, setup !== null) } };
    },
  );

  app.get(
    SETUP_HEALTH,
    {
      config: { access: settingsPair },
      schema: { tags: ['settings', 'ours'], response: { 200: one(setupHealth) } },
    },
    async () => ({ data: { checks: (await setupNow(db, config)).health.checks } }),
  );
};
