import { z } from 'zod';
import {
  type BillingSettings,
  billing,
  billingInput,
  GATEWAYS,
  gatewayCheck,
  gatewayInput,
  INVOICE_SERIES,
  invoiceSeries,
  PRICING_VAT,
  billingSettings as schema,
  seriesInput,
  VAT_RATES,
  vatInput,
  vatRates,
} from '#schema/billingSettings.ts';
import { one } from '#schema/entity.ts';
import { sentDay } from '#schema/moments.ts';
import { onlineMethods } from '#schema/paymentReference.ts';
import { productPricing } from '#schema/productPricing.ts';
import type { Module } from '../deps.ts';
import { changeBilling, fixedBilling, readBilling } from '../services/money/billingSettings.ts';
import { readSeries, setSeries } from '../services/money/invoiceSeries.ts';
import { checkGateway } from '../services/money/online/gatewayCheck.ts';
import { readGatewayKeys, removeGatewayKeys, setGatewayKeys } from '../services/money/online/gatewayKeys.ts';
import { gatewaysNow } from '../services/money/online/gateways.ts';
import { readVatRates, removeVatRate, setVatRate } from '../services/money/vat.ts';
import { CANNOT_READ } from '../services/platform/keyring.ts';
import { Problem } from '../services/platform/problem.ts';

const config = { access: billing.read };
const tags = ['settings', 'ours'];
const ofMethod = z.object({ method: z.enum(onlineMethods) });
const series = z.object({ invoice_series: z.array(invoiceSeries) });

/** What a provider sets of billing: seller, bank accounts, methods, VAT, numbers of invoices, online services. */
export const billingSettings: Module = (app, { config: env, db }) => {
  const read = async (): Promise<BillingSettings> => ({
    ...(await readBilling(db, env)),
    fixed: fixedBilling(env),
    vat_rates: await readVatRates(db),
    invoice_series: await readSeries(db),
    gateways: await readGatewayKeys(db, env),
  });

  app.get(billing.path, { config, schema: { tags, response: { 200: one(schema) } } }, async () => ({
    data: await read(),
  }));

  app.put(
    billing.path,
    { config, schema: { tags, body: billingInput, response: { 200: one(schema) } } },
    async ({ caller, body }) => {
      await db.transaction().execute((trx) => changeBilling(trx, caller, body, env));
      return { data: await read() };
    },
  );

  app.get(
    PRICING_VAT,
    { config: { access: productPricing.read }, schema: { tags, response: { 200: one(vatRates) } } },
    async () => ({ data: { rates: await readVatRates(db) } }),
  );

  app.put(
    VAT_RATES,
    { config, schema: { tags, body: vatInput, response: { 200: one(vatRates) } } },
    async ({ caller, body }) => ({
      data: { rates: await db.transaction().execute((trx) => setVatRate(trx, caller, body)) },
    }),
  );

  app.delete(
    `${VAT_RATES}:from/`,
    { config, schema: { tags, params: z.object({ from: sentDay() }), response: { 200: one(vatRates) } } },
    async ({ caller, params: { from } }) => ({
      data: { rates: await db.transaction().execute((trx) => removeVatRate(trx, caller, from)) },
    }),
  );

  app.put(
    INVOICE_SERIES,
    { config, schema: { tags, body: seriesInput, response: { 200: one(series) } } },
    async ({ caller, body }) => ({
      data: { invoice_series: await db.transaction().execute((trx) => setSeries(trx, caller, body)) },
    }),
  );

  app.put(
    `${GATEWAYS}:method/`,
    { config, schema: { tags, params: ofMethod, body: gatewayInput, response: { 200: one(schema) } } },
    async ({ caller, params: { method }, body }) => {
      await db.transaction().execute((trx) => setGatewayKeys(trx, caller, method, body, env));
      return { data: await read() };
    },
  );

  app.delete(
    `${GATEWAYS}:method/`,
    { config, schema: { tags, params: ofMethod, response: { 200: one(schema) } } },
    async ({ caller, params: { method } }) => {
      await db.transaction().execute((trx) => removeGatewayKeys(trx, caller, method, env));
      return { data: await read() };
    },
  );

  app.post(
    `${GATEWAYS}:method/check/`,
    {
      config: { ...config, rateLimit: { max: 20, timeWindow: '1 minute' } },
      schema: { tags, params: ofMethod, response: { 200: one(gatewayCheck) } },
    },
    async ({ params: { method } }) => {
      const gateway = (await gatewaysNow(db, env)).find((one) => one.method === method);
      if (!gateway) {
        const stored = (await readGatewayKeys(db, env)).find((one) => one.method === method);
        const why = 'This service has no keys yet. Save them, then check.';
        throw new Problem('conflict', stored?.is_unreadable ? CANNOT_READ : why);
      }
      return { data: await checkGateway(gateway) };
    },
  );
};
