import { type Kysely, sql } from 'kysely';
import { readOptOut } from '#schema/optOut.ts';
import { readPhone } from '#schema/phone.ts';
import type { Db } from '../../db/database.ts';
import { audit } from '../platform/audit.ts';
import { numberHash } from '../platform/numberHash.ts';
import type { IncomingSms } from './link/link.ts';
import { withoutNepal } from './link/phoneOf.ts';

/**
 * The effect of a reply. `added` and `removed` changed the blacklist; `kept` found it as requested; `unowned`: nobody has
 * messaged the number from that address, and no single account owns it; `unreadable`: it is not from a mobile number;
 * `none`: the reply asks for nothing of this kind.
 */
export type OptOut = 'added' | 'removed' | 'kept' | 'unowned' | 'unreadable' | 'none';

/**
 * Processes a reply that stops messages or allows them again (schema/optOut.ts). STOP adds the number to the blacklist of
 * the account it answers, with source `opt-out`, unless it is listed; START removes it only if an opt-out added it: entries
 * by hand or by import stay. Repeating a reply changes nothing.
 */
export async function recordAnswer(db: Kysely<unknown>, { from, to, text }: IncomingSms): Promise<OptOut> {
  const action = readOptOut(text);
  const { phone } = readPhone(from);
  if (!action) return 'none';
  if (!phone) return 'unreadable';
  const account = await answered(db, phone, to);
  if (!account) return 'unowned';
  // Not cut within a character, of which the audit log could not store a half.
  const reason = `Answered "${[...text.trim()].slice(0, 40).join('')}" to ${to}.`;
  const isStop = action === 'stop';
  return db.transaction().execute(async (trx) => {
    const entries = [phone, (await numberHash(trx))?.(account, phone) ?? phone];
    const { rows } = isStop
      ? await sql<{ uuid: string }>`
          INSERT INTO blacklist_number (account, phone, reason, source)
          SELECT ${account}, ${phone}, ${reason}, 'opt-out'
          -- An entry whose number was erased stays as it is.
          WHERE NOT EXISTS (
            SELECT FROM blacklist_number WHERE account = ${account} AND phone = ANY(${entries}))
          ON CONFLICT (account, phone) DO NOTHING RETURNING uuid`.execute(trx)
      : await sql<{ uuid: string }>`
          DELETE FROM blacklist_number
          WHERE account = ${account} AND phone = ANY(${entries}) AND source = 'opt-out' RETURNING uuid`.execute(
          trx,
        );
    if (!rows[0]) return 'kept';
    await audit(trx, null, {
      action: isStop ? 'opt-out' : 'opt-in',
      entity: 'settings/blacklist',
      record: rows[0].uuid,
      account,
      title: phone,
      after: { reason },
    });
    return isStop ? 'added' : 'removed';
  });
}

/** An address as senders may be written, in small letters: a number with and without calling code, + and national 0. */
function spellingsOf(to: string): string[] {
  const address = to.replace(/^\+/, '').toLowerCase();
  if (!/^\d+$/.test(address)) return [address];
  const national = withoutNepal(address.replace(/^0+/, ''));
  return [address, national, `0${national}`, `977${national}`];
}

/**
 * The account that a reply to an address is meant for. If several accounts share the sender ID, it is the
 * one that last sent the number a message from it; without any, the only account that the name is approved
 * for, suspended or not.
 */
async function answered(db: Db, phone: string, to: string): Promise<string | undefined> {
  const spellings = spellingsOf(to);
  const { rows: last } = await sql<{ account: string }>`
    SELECT m.account FROM message m JOIN campaign c ON c.uuid = m.campaign
    WHERE m.phone = ${phone} AND m.submitted_at IS NOT NULL AND lower(c.sender) = ANY(${spellings})
    ORDER BY m.submitted_at DESC LIMIT 1`.execute(db);
  if (last[0]) return last[0].account;
  const { rows: owners } = await sql<{ account: string }>`
    SELECT DISTINCT account FROM sender_identity
    WHERE lower(name) = ANY(${spellings}) AND status IN ('approved', 'suspended') LIMIT 2`.execute(db);
  return owners.length === 1 ? owners[0]?.account : undefined;
}
