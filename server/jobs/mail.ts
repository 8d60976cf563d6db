import type { Kysely } from 'kysely';
import { accountMails } from '../services/access/accountMails.ts';
import { deliverMail, type MailService, type MailTransport } from '../services/mail/mail.ts';
import { invoiceMail } from '../services/money/invoiceMail.ts';
import { reportMail } from '../services/reports/reportMail.ts';

/**
 * The queue's handler of mail: sends what is due. It is woken when mail was posted, and every minute for retries.
 * `publicUrl` is where people open the console.
 */
export function mailDelivery({
  db,
  publicUrl,
  apiUrl,
  transport,
  log,
}: {
  db: Kysely<unknown>;
  publicUrl: () => string;
  /** The API's own address, if it has one. */
  apiUrl?: string;
  /** The mail server at the time of the call; null keeps the written mail in the table. */
  transport(): Promise<MailTransport | null>;
  log: MailService['log'];
}): () => Promise<void> {
  const aboutAccount = accountMails(db, publicUrl);
  const compose: MailService['compose'] = ({ kind, ...mail }) => {
    if (kind === 'report-month') return reportMail(db, { kind, ...mail }, publicUrl, apiUrl);
    return kind === 'invoice' || kind === 'invoice-month'
      ? invoiceMail(db, { kind, ...mail }, publicUrl)
      : aboutAccount({ kind, ...mail });
  };
  return async () => deliverMail({ db, compose, transport: await transport(), log });
}
