import type { Kysely } from 'kysely';
import { accountMails } from '../services/access/accountMails.ts';
import { deliverMail, type MailService, type MailWay } from '../services/mail/mail.ts';
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
  /** How mail leaves at the time of the call; null: it waits, as it is, until a mail server is set. */
  transport(): Promise<MailWay | null>;
  log: MailService['log'];
}): () => Promise<void> {
  const aboutAccount = accountMails(db, publicUrl);
  const compose: MailService['compose'] = ({ kind, ...mail }) => {
    if (kind === 'report-month') return reportMail(db, { kind, ...mail }, publicUrl, apiUrl);
    return kind === 'invoice' || kind === 'invoice-month'
      ? invoiceMail(db, { kind, ...mail }, publicUrl)
      : aboutAccount({ kind, ...mail });
  };
  return async () => {
    const way = await transport();
    if (way) await deliverMail({ db, compose, way, log });
  };
}
