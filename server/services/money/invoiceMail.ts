import { sql } from 'kysely';
import { invoiceNumber } from '#schema/invoice.ts';
import type { Db } from '../../db/database.ts';
import { composeMail } from '../mail/composeMail.ts';
import { type Mail, postMail } from '../mail/mail.ts';
import type { Language, Message } from '../mail/mailTexts.ts';
import { brandedFile, readBrand } from '../platform/brand.ts';
import type { Caller } from '../platform/caller.ts';
import { type IssuedCopy, issuedCopy } from './invoiceCopies.ts';
import { invoicePdf } from './invoicePdf.ts';

/** The name under which an invoice is saved: `invoice-2083-84-000123.pdf`. */
export const invoiceFile = (invoice: Parameters<typeof invoiceNumber>[0]): string =>
  `invoice-${invoiceNumber(invoice).replaceAll('/', '-')}.pdf`;

/** Queues the mail with an invoice to the signed-in user, in the transaction that handed it out; answers the address. */
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
  return to;
}

/** The mail with an invoice, when it is sent; undefined if its user may no longer sign in. */
export async function invoiceMail(db: Db, { to, about, language }: Mail): Promise<Message | undefined> {
  const { rows } = await sql`
    SELECT FROM users u JOIN account a ON a.uuid = u.account
    WHERE lower(u.email) = lower(${to}) AND u.is_active AND a.is_active`.execute(db);
  const given = rows.length > 0 && (await issuedCopy(db, about));
  if (!given) return undefined;
  const { invoice, copy } = given;
  const chosen = language ?? 'en';
  const values = { number: invoiceNumber(invoice), seller: invoice.seller.name };
  const brand = await readBrand(db);
  const content = await invoicePdf(invoice, copy, chosen);
  return {
    ...(await composeMail(db, brand, chosen, { kind: 'invoice', values })),
    attachments: [
      { filename: brandedFile(brand, invoiceFile(invoice)), content, contentType: 'application/pdf' },
    ],
  };
}
