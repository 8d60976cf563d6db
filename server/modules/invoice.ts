import { z } from 'zod';
import { one } from '#schema/entity.ts';
import { invoice as schema } from '#schema/invoice.ts';
import { packagePurchase, paymentReference } from '#schema/paymentReference.ts';
import type { Module } from '../deps.ts';
import { requirePair } from '../services/access/sessions.ts';
import { showInvoice } from '../services/money/invoices.ts';

/** Tax invoices of the caller's own payments. */
export const invoice: Module = (app, { db }) =>
  app.get(
    '/v1/credit/invoices/:uuid/',
    {
      config: { access: { anyOf: [paymentReference.read, packagePurchase.read] } },
      schema: {
        tags: ['payments', 'ours'],
        params: z.object({ uuid: z.uuid() }),
        response: { 200: one(schema) },
      },
    },
    async (request) => {
      const { caller } = request;
      const found = await showInvoice(db, caller.account, request.params.uuid);
      requirePair(caller, found.kind === 'topup' ? paymentReference.read : packagePurchase.read);
      return { data: found };
    },
  );
