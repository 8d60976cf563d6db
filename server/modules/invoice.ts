import { z } from 'zod';
import { one } from '#schema/entity.ts';
import {
  type Invoice,
  invoiceLanguage,
  invoiceMail,
  invoicePath,
  invoicePrint,
  invoice as schema,
} from '#schema/invoice.ts';
import { anyMonthlyInvoice } from '#schema/monthlyInvoice.ts';
import { packagePurchase, paymentReference } from '#schema/paymentReference.ts';
import { allows } from '#schema/permissions.ts';
import { disposition } from '../crud/download.ts';
import type { Module } from '../deps.ts';
import { requirePair } from '../services/access/sessions.ts';
import { mailSoon } from '../services/mail/mailSoon.ts';
import { issueCopy } from '../services/money/invoiceCopies.ts';
import { invoiceFile, postInvoice } from '../services/money/invoiceMail.ts';
import { invoicePdf } from '../services/money/invoicePdf.ts';
import { showInvoice } from '../services/money/invoices.ts';
import { brandedFile } from '../services/platform/brand.ts';
import type { Caller } from '../services/platform/caller.ts';
import { calendarNow } from '../services/platform/providerSettings.ts';

const params = z.object({ uuid: z.uuid() });
const tags = ['payments', 'ours'];
const config = { access: { anyOf: [paymentReference.read, packagePurchase.read] } };
const withStaff = { access: { anyOf: [...config.access.anyOf, anyMonthlyInvoice.read] } };

/** Requires the pair of the kind of payment that the invoice is of; a month's is among the top-ups. */
const requireKind = (caller: Caller, { kind }: Invoice): void =>
  requirePair(caller, kind === 'package' ? packagePurchase.read : paymentReference.read);

/** Whether a caller may read the invoices of all accounts' months: the staff who have the list of them (`pairsOf`). */
const readsMonths = ({ pairs }: Caller): boolean => allows(pairs, anyMonthlyInvoice.read);

const requireReading = (caller: Caller, found: Invoice): void => {
  if (!found.month || !readsMonths(caller)) requireKind(caller, found);
};

/** Tax invoices of the caller's own payments and months, to read and to hand out; of others' months, for staff to read and print. */
export const invoice: Module = (app, { db, deliverMail }) => {
  app.get(
    '/v1/credit/invoices/:uuid/',
    {
      config: withStaff,
      schema: { tags, params, response: { 200: one(schema) } },
    },
    async ({ caller, params: { uuid } }) => {
      const withMonths = readsMonths(caller);
      const found = await showInvoice(db, caller.account, uuid, withMonths);
      requireReading(caller, found);
      return { data: found };
    },
  );

  app.post(
    invoicePath(':uuid', 'pdf'),
    { config, schema: { tags, params, body: invoiceLanguage, produces: ['application/pdf'] } },
    async ({ caller, params: { uuid }, body: { language } }, reply) => {
      const given = await db.transaction().execute(async (trx) => {
        const paper = await issueCopy(trx, caller, { account: caller.account, uuid, way: 'download' });
        requireKind(caller, paper.invoice);
        return paper;
      });
      return reply
        .type('application/pdf')
        .header(
          'content-disposition',
          disposition(brandedFile(await app.brand(), invoiceFile(given.invoice))),
        )
        .header('cache-control', 'private, no-store')
        .send(await invoicePdf(given.invoice, given.copy, language, await calendarNow(db)));
    },
  );

  app.post(
    invoicePath(':uuid', 'print'),
    { config: withStaff, schema: { tags, params, response: { 200: one(invoicePrint) } } },
    async ({ caller, params: { uuid } }) =>
      db.transaction().execute(async (trx) => {
        const withMonths = readsMonths(caller);
        const { invoice: printed, copy } = await issueCopy(trx, caller, {
          ...{ account: caller.account, uuid, way: 'print', withMonths },
        });
        requireReading(caller, printed);
        return { data: { copy } };
      }),
  );

  app.post(
    invoicePath(':uuid', 'mail'),
    { config, schema: { tags, params, body: invoiceLanguage, response: { 200: one(invoiceMail) } } },
    async (request) => {
      const { caller, params: found, body } = request;
      const to = await db.transaction().execute(async (trx) => {
        const given = await issueCopy(trx, caller, {
          account: caller.account,
          uuid: found.uuid,
          way: 'mail',
        });
        requireKind(caller, given.invoice);
        return postInvoice(trx, caller, given, body.language);
      });
      void mailSoon(deliverMail, request.log);
      return { data: { to } };
    },
  );
};
