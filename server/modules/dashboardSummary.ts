import { DASHBOARD_SUMMARY, dashboardSummary as schema } from '#schema/dashboardSummary.ts';
import { one } from '#schema/entity.ts';
import { settingsPair } from '#schema/settingsPart.ts';
import { SETUP_HEALTH, setupHealth } from '#schema/setupHealth.ts';
import { bucketOf, type Config } from '../config.ts';
import type { Db } from '../db/database.ts';
import type { Module } from '../deps.ts';
import { mailStateNow } from '../services/mail/mailServer.ts';
import { instructionsOf, readBilling, sellerOf } from '../services/money/billingSettings.ts';
import { readGatewayKeys } from '../services/money/online/gatewayKeys.ts';
import { readBrand } from '../services/platform/brand.ts';
import { type ConfiguredSetup, findSetup, setupOf } from '../services/reports/setup.ts';
import { type ConfiguredHealth, setupHealthOf, shownOnDashboard } from '../services/reports/setupHealth.ts';
import { staffDashboard } from '../services/reports/staffDashboard.ts';

interface Billing extends Pick<ConfiguredSetup, 'tax' | 'payments'> {
  /** A key of an online service cannot be decrypted. */
  isUnreadable: boolean;
}

async function billingOf(db: Db, config: Config): Promise<Billing> {
  const [billing, gateways] = await Promise.all([readBilling(db, config), readGatewayKeys(db, config)]);
  const hasText = billing.payment_methods.some((method) => billing[instructionsOf(method)]);
  const isOffered =
    Boolean(config.PUBLIC_URL) && gateways.some(({ is_set, is_unreadable }) => is_set && !is_unreadable);
  return {
    tax: sellerOf(billing) !== null,
    // Customers learn where their money should go.
    payments: hasText || billing.bank_accounts.length > 0 || isOffered,
    isUnreadable: gateways.some(({ is_unreadable }) => is_unreadable),
  };
}

async function configuredNow(db: Db, config: Config): Promise<ConfiguredHealth> {
  const [{ brand_name }, { tax, payments, isUnreadable }, mail] = await Promise.all([
    readBrand(db),
    billingOf(db, config),
    mailStateNow(db, config),
  ]);
  const ownKey = Boolean(config.SECRET_KEY?.trim());
  return {
    // A server with a database of its own makes a key beside it.
    setup: {
      brand: brand_name !== null,
      tax,
      payments,
      mail: mail.isSent,
      secrets: ownKey || !config.DATABASE_URL,
    },
    showsMail: mail.isShown,
    unreadable: { mail: mail.isUnreadable, payments: isUnreadable },
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
