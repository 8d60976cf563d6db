import { sql } from 'kysely';
import type { Account } from '#schema/account.ts';
import { creditLimitChange } from '#schema/creditLimitChange.ts';
import type { Decision } from '#schema/secondPerson.ts';
import type { Db } from '../../db/database.ts';
import { audit } from '../platform/audit.ts';
import type { Caller } from '../platform/caller.ts';
import { invalidField, notFound, Problem } from '../platform/problem.ts';
import { needsSecondPerson, refuseOwnAccount } from './fourEyes.ts';

type Credit = Pick<Account, 'billing' | 'credit_limit'>;

const AUDITED = creditLimitChange.name;
const REPLACED = 'Replaced by a newer request.';

/** A new account has no limit yet where raising one may need a second person. */
async function refuseAtOnce(trx: Db): Promise<void> {
  const { rows } = await sql`
    SELECT FROM provider_setting WHERE second_person_above IS NOT NULL`.execute(trx);
  if (rows.length === 0) return;
  throw invalidField('credit_limit', 'Add the account first. Then set its credit limit.');
}

/** Rejects the request of an account that waits, if there is one: a newer request takes its place. */
async function replaceWaiting(trx: Db, caller: Caller, account: string, title: string | null): Promise<void> {
  const { rows } = await sql<{ uuid: string; former: number; credit_limit: number }>`
    UPDATE credit_limit_change SET status = 'rejected', decided_by = ${caller.user}, decided_at = now(), note = ${REPLACED}
    WHERE account = ${account} AND status = 'pending' RETURNING uuid, former, credit_limit`.execute(trx);
  for (const { uuid, ...limits } of rows)
    await audit(trx, caller, {
      ...{ action: 'reject', entity: AUDITED, record: uuid, account, title },
      ...{ before: { status: 'pending' }, after: { status: 'rejected', ...limits, reason: REPLACED } },
    });
}

/**
 * The credit terms to store when staff ask for these, in the caller's transaction, which has the account locked. A rise above
 * the provider's limit leaves the former limit and waits for a second person; it replaces a request that waits. `uuid`
 * undefined: a new account. Throws `forbidden` for a rise of the caller's own account.
 */
export async function withSecondPerson(
  trx: Db,
  caller: Caller,
  uuid: string | undefined,
  requested: Credit,
): Promise<Credit> {
  const { billing, credit_limit } = requested;
  if (uuid === undefined) {
    if (credit_limit > 0) await refuseAtOnce(trx);
    return requested;
  }
  const { rows } = await sql<{ name: string; former: number }>`
    SELECT name, credit_limit AS former FROM account WHERE uuid = ${uuid}`.execute(trx);
  const { name: title = null, former = 0 } = rows[0] ?? {};
  if (credit_limit <= former) return requested;
  refuseOwnAccount(caller, uuid);
  const waits = await needsSecondPerson(trx, caller, uuid, credit_limit - former);
  await replaceWaiting(trx, caller, uuid, title);
  const made = await sql<{ uuid: string }>`
    INSERT INTO credit_limit_change (account, former, credit_limit, asked_by, status, decided_by, decided_at)
    SELECT ${uuid}, ${former}, ${credit_limit}, ${caller.user}, CASE WHEN ${waits} THEN 'pending' ELSE 'confirmed' END,
      CASE WHEN NOT ${waits} THEN ${caller.user}::uuid END, CASE WHEN NOT ${waits} THEN now() END
    RETURNING uuid`.execute(trx);
  if (!waits) return requested;
  const event = { action: 'request', entity: AUDITED, record: made.rows[0]?.uuid ?? null };
  await audit(trx, caller, { ...event, account: uuid, title, after: { former, credit_limit } });
  return { billing, credit_limit: former };
}

interface LimitRequest {
  account: string;
  name: string;
  former: number;
  credit_limit: number;
  asked_by: string;
  status: string;
}

/** Sets the confirmed limit. Throws `conflict` if the account is prepaid by now, or its limit was changed meanwhile. */
async function raise(trx: Db, { account, former, credit_limit }: LimitRequest): Promise<void> {
  const { rows } = await sql`
    UPDATE account SET credit_limit = ${credit_limit}
    WHERE uuid = ${account} AND billing = 'postpaid' AND credit_limit = ${former} RETURNING uuid`.execute(
    trx,
  );
  if (rows.length > 0) return;
  throw new Problem(
    'conflict',
    'The account’s terms have changed since this was requested. Reject it, and set the credit limit again.',
  );
}

/**
 * A second person confirms a rise, which changes the limit, or somebody rejects it with a reason; in the caller's
 * transaction. Of two decisions one wins. Throws `conflict` if it was decided or no longer fits the account, and
 * `forbidden` for the caller's own account and if requester and confirmer are the same.
 */
export async function decideCreditLimit(
  trx: Db,
  caller: Caller,
  uuid: string,
  decision: Decision,
): Promise<void> {
  // The account first, in the order in which a change of its terms locks the two.
  await sql`
    SELECT FROM account WHERE uuid = (SELECT account FROM credit_limit_change WHERE uuid = ${uuid})
    FOR NO KEY UPDATE`.execute(trx);
  const { rows } = await sql<LimitRequest>`
    SELECT c.account, a.name, c.former, c.credit_limit, c.asked_by, c.status
    FROM credit_limit_change c JOIN account a ON a.uuid = c.account WHERE c.uuid = ${uuid} FOR UPDATE OF c`.execute(
    trx,
  );
  const request = rows[0];
  if (!request) throw notFound();
  const { account, name: title, former, credit_limit } = request;
  refuseOwnAccount(caller, account);
  if (request.status !== 'pending') {
    throw new Problem('conflict', `This credit limit is already ${request.status}. Nothing was changed.`);
  }
  if (decision.status === 'confirmed') {
    if (request.asked_by === caller.user) {
      throw new Problem('forbidden', 'You asked for this credit limit, so a second person must confirm it.');
    }
    await raise(trx, request);
  }
  const note = decision.status === 'rejected' ? decision.reason : null;
  await sql`
    UPDATE credit_limit_change SET status = ${decision.status}, decided_by = ${caller.user}, decided_at = now(),
      note = ${note} WHERE uuid = ${uuid}`.execute(trx);
  await audit(trx, caller, {
    ...{ action: decision.status === 'confirmed' ? 'confirm' : 'reject', entity: AUDITED, record: uuid },
    ...{ account, title, before: { status: 'pending' } },
    after: { status: decision.status, former, credit_limit, ...(note && { reason: note }) },
  });
}
