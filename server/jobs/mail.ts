import type { Kysely } from 'kysely';
import { accountMails } from '../services/access/accountMails.ts';
import { deliverMail, type MailTransport, type PostOffice } from '../services/mail/mail.ts';

/**
 * The queue's handler of mail: sends what is due. It is woken when mail was posted, and every minute for retries.
 * `publicUrl` is where people open the console.
 */
export function mailDelivery({
  db,
  publicUrl,
  transport,
  log,
}: {
  db: Kysely<unknown>;
  publicUrl: () => string;
  transport: MailTransport | null;
  log: PostOffice['log'];
}): () => Promise<void> {
  const office: PostOffice = { db, compose: accountMails(db, publicUrl), transport, log };
  return () => deliverMail(office);
}
