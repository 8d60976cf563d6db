import { sql } from 'kysely';
import type { BikramSambat } from '#schema/bikramSambat.ts';
import { bsMonthText } from '#schema/bsMonthText.ts';
import { dayInBoth } from '#schema/dayInBoth.ts';
import { type Invoice, invoiceNumber } from '#schema/invoice.ts';
import type { Db } from '../../db/database.ts';
import { composeMail, type MailContent } from '../mail/composeMail.ts';
import { rupees } from '../mail/decisionMails.ts';
import { type Mail, postMail } from '../mail/mail.ts';
import type { Language, Message } from '../mail/mailTexts.ts';
import { brandedFile, readBrand } from '../platform/brand.ts';
import { type Caller, seesOwnUser } from '../platform/caller.ts';
import { calendarNow } from '../platform/providerSettings.ts';
import { type IssuedCopy, issuedCopy } from './invoiceCopies.ts';
import { invoicePdf } from './invoicePdf.ts';

/** The name under which an invoice is saved: `invoice-2083-84-000123.pdf`. */
export const invoiceFile = (invoice: Parameters<typeof invoiceNumber>[0]): string =>
  `invoice-${invoiceNumber(invoice).replaceAll('/', '-')}.pdf`;

/**
 * Queues the mail with an invoice to the signed-in user, in the transaction that handed it out; answers the address, empty
 * for those who may not read the profile.
 */
export async function postInvoice(
  trx: Db,
  caller: Caller,
  { entry }: IssuedCopy,
  language: Language,
): Promise<string> {
  const { rows } = await sql<{ email: string }>`SELECT email FROM users WHERE uuid = ${caller.user}`.execute(
    trx,
  );
  const to = rows[0]?.email as string;
  await postMail(trx, { kind: 'invoice', to, language, about: entry });
  return seesOwnUser(caller) ? to : '';
}

/** What the mail with an invoice says: as somebody asked for it, or as it is sent at the end of a month. */
function contentOf(
  { kind }: Mail,
  invoice: Invoice,
  { language, link, calendar }: { language: Language; link: string; calendar: BikramSambat },
): MailContent {
  const values = { number: invoiceNumber(invoice), seller: invoice.seller.name };
  const { month, due_on: due } = invoice;
  if (kind !== 'invoice-month' || !month || !due) return { kind: 'invoice', values };
  const paid = { amount: rupees(invoice.total), month: bsMonthText(month, language), link };
  return { kind, values: { ...values, ...paid, due: dayInBoth(calendar, due, language) } };
}

/** The mail with an invoice, when it is sent; undefined if its user may no longer sign in. `publicUrl`: the console's. */
export async function invoiceMail(db: Db, mail: Mail, publicUrl: () => string): Promise<Message | undefined> {
  const { rows } = await sql<{ language: Language | null }>`
    SELECT u.language FROM users u JOIN account a ON a.uuid = u.account
    WHERE lower(u.email) = lower(${mail.to}) AND u.is_active AND a.is_active`.execute(db);
  const given = rows.length > 0 && (await issuedCopy(db, mail.about));
  if (!given) return undefined;
  const { invoice, copy } = given;
  const chosen = mail.language ?? rows[0]?.language ?? 'en';
  const link = `${publicUrl().replace(/\/+$/, '')}/wallet/invoices/${invoice.uuid}`;
  const brand = await readBrand(db);
  const calendar = await calendarNow(db);
  const mailContent = contentOf(mail, invoice, { language: chosen, link, calendar });
  const content = await invoicePdf(invoice, copy, chosen, calendar);
  return {
    ...(await composeMail(db, brand, chosen, mailContent)),
    attachments: [
      { filename: brandedFile(brand, invoiceFile(invoice)), content, contentType: 'application/pdf' },
    ],
  };
}
