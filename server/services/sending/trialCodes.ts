import { randomInt } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { CODE_DIGITS, CODE_MINUTES, CODE_TRIES, RESEND_SECONDS } from '#schema/signup.ts';
import { TRIAL_CODES, TRIAL_CODES_A_DAY } from '#schema/trial.ts';
import type { Db } from '../../db/database.ts';
import { requireSchema } from '../../db/migrate.ts';
import { hashPassword, unusableHash, verifyPassword } from '../access/passwords.ts';
import { counterKey, countOne } from '../access/requestCounts.ts';
import type { OutboxMail } from '../mail/mail.ts';
import { codeMessage } from '../mail/trialTexts.ts';
import { audit } from '../platform/audit.ts';
import type { Caller } from '../platform/caller.ts';
import { isWithinLast } from '../platform/farTimes.ts';
import { requireOperator, requirePhone } from '../platform/numbers.ts';
import { Problem } from '../platform/problem.ts';
import type { AcceptedCampaign } from './failover/memory.ts';
import { requireOffer, type TrialRules } from './trial.ts';
import { addSamples } from './trialSamples.ts';
import { sendFree } from './trialSending.ts';

const DAY = 86_400_000;

const tooMany = (detail: string, wait: number): Problem =>
  new Problem('too_many_requests', detail, { data: { retry_after: Math.max(1, Math.ceil(wait)) } });

/**
 * Sends a code to the number of the caller's trial; it is none of the free messages. The message is the provider's own
 * campaign, so that the customer reads the code only on the phone. Nothing here tells whether the number has had a trial:
 * its owner learns that after proving it. Throws `conflict` when there is no trial or a number is verified, `invalid` for a
 * number that cannot be sent to, and `too_many_requests`: one code a minute, TRIAL_CODES in all for an account, and
 * TRIAL_CODES_A_DAY a day to a number, whoever requests them.
 */
export async function sendCode(
  db: Kysely<unknown>,
  caller: Caller,
  rules: TrialRules,
  raw: string,
): Promise<Omit<AcceptedCampaign, 'at'>> {
  const phone = requirePhone(raw);
  await requireOperator(db, phone);
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
  // As slow to guess as a password.
  const hash = await hashPassword(code);
  return db.transaction().execute(async (trx) => {
    await requireSchema(trx);
    const { sender } = await requireOffer(trx, caller.account, rules);
    await takeCode(trx, { account: caller.account, phone, hash });
    const { n, ms } = await countOne(trx, counterKey('trial-code', phone), DAY);
    if (n > TRIAL_CODES_A_DAY) {
      throw tooMany('Too many codes were sent to this number today. Try again tomorrow.', ms / 1000);
    }
    const { rows } = await sql<{ provider: string; language: 'en' | 'ne' | null }>`
      SELECT (SELECT uuid FROM account WHERE is_provider ORDER BY uuid LIMIT 1) AS provider, language
      FROM users WHERE uuid = ${caller.user}`.execute(trx);
    const { provider, language } = rows[0] as (typeof rows)[0];
    const { accepted } = await sendFree(trx, {
      ...{ account: provider, user: caller.user, sender, phone },
      name: 'Code for a trial',
      body: codeMessage[language ?? 'en'](code),
    });
    await audit(trx, caller, {
      ...{ action: 'send-code', entity: 'admin/accounts', record: caller.account, after: { phone } },
    });
    return accepted;
  });
}

interface NewCode {
  account: string;
  phone: string;
  hash: string;
}

/** Records and counts a new code for an account's number. The row's lock puts concurrent requests in turn. */
async function takeCode(trx: Db, { account, phone, hash }: NewCode): Promise<void> {
  const { rows: taken } = await sql`
    INSERT INTO trial AS t (account, phone, code_hash, code_expires_at, code_sent_at, used, codes)
    VALUES (${account}, ${phone}, ${hash}, clock_timestamp() + make_interval(mins => ${CODE_MINUTES}),
      clock_timestamp(), 1, 1)
    ON CONFLICT (account) DO UPDATE SET phone = excluded.phone, code_hash = excluded.code_hash,
      code_expires_at = excluded.code_expires_at, code_sent_at = excluded.code_sent_at, tries = 0, used = t.used + 1,
      codes = t.codes + 1
    WHERE t.verified_at IS NULL AND t.codes < ${TRIAL_CODES}
      AND NOT ${isWithinLast(sql`t.code_sent_at`, sql`make_interval(secs => ${RESEND_SECONDS})`)}
    RETURNING 1`.execute(trx);
  if (taken.length > 0) return;
  const { rows } = await sql<{ verified: boolean; codes: number; wait: number }>`
    SELECT verified_at IS NOT NULL AS verified, codes,
      extract(epoch FROM code_sent_at + make_interval(secs => ${RESEND_SECONDS}) - clock_timestamp())::float8 AS wait
    FROM trial WHERE account = ${account}`.execute(trx);
  const { verified, codes, wait } = rows[0] as (typeof rows)[0];
  if (verified) {
    throw new Problem(
      'conflict',
      'Your number is already confirmed, and it cannot be changed for the trial.',
    );
  }
  if (codes >= TRIAL_CODES) {
    throw tooMany('You have requested all codes. Ask your provider for help.', DAY / 1000);
  }
  const seconds = Math.max(1, Math.ceil(wait));
  throw tooMany(`A code was sent a moment ago. Request another one in ${seconds} seconds.`, seconds);
}

const wrongCode = (): Problem =>
  new Problem(
    'wrong_code',
    'This code is not correct or has expired. Use the code from the latest message, or request a new one.',
  );

/**
 * Verifies the number of the caller's trial by its code, and adds the samples. Each attempt is counted before the code is
 * checked. Throws the same `wrong_code` for a wrong, old, used or exhausted code, and `conflict` for the right code of a
 * number that has had a trial with another account.
 */
export async function verifyNumber(
  db: Kysely<unknown>,
  caller: Caller,
  rules: TrialRules,
  code: string,
): Promise<void> {
  const { account } = caller;
  await requireOffer(db, account, rules);
  const { rows } = await sql<{ code_hash: string; fresh: boolean }>`
    UPDATE trial SET tries = tries + 1
    WHERE account = ${account} AND verified_at IS NULL AND code_hash IS NOT NULL AND tries < ${CODE_TRIES}
    RETURNING code_hash, code_expires_at > now() AS fresh`.execute(db);
  const found = rows[0];
  const isRight = await verifyPassword(code, found?.code_hash ?? unusableHash);
  if (!found?.fresh || !isRight) throw wrongCode();
  await db.transaction().execute(async (trx) => {
    const phone = await claim(trx, account, found.code_hash);
    await addSamples(trx, caller);
    await audit(trx, caller, {
      ...{ action: 'confirm-number', entity: 'admin/accounts', record: account, after: { phone } },
    });
  });
}

/** Gives an account its number for good. The unique index decides between accounts that prove one number at once. */
async function claim(trx: Db, account: string, hash: string): Promise<string> {
  try {
    const { rows } = await sql<{ phone: string }>`
      UPDATE trial SET verified_at = now(), code_hash = NULL, code_expires_at = NULL
      WHERE account = ${account} AND code_hash = ${hash} AND verified_at IS NULL RETURNING phone`.execute(
      trx,
    );
    if (!rows[0]) throw wrongCode();
    return rows[0].phone;
  } catch (error) {
    if ((error as { constraint?: string }).constraint !== 'trial_phone') throw error;
    throw new Problem(
      'conflict',
      'This number has already been used for a free trial with another account. Use your own number, or complete the steps on the dashboard.',
    );
  }
}

/**
 * Codes that went to the simulator, newest first, optionally of one number, as the demonstration shows its mail: nobody can
 * read them on a phone.
 */
export async function simulatedCodes(db: Db, to?: string): Promise<OutboxMail[]> {
  const { rows } = await sql<OutboxMail>`
    SELECT c.uuid, m.phone AS "to", 'SMS' AS subject, c.body AS text, c.created_at
    FROM campaign c JOIN account a ON a.uuid = c.account CROSS JOIN LATERAL (
      SELECT phone FROM plan_recipient WHERE plan = c.plan
      UNION ALL SELECT phone FROM message WHERE campaign = c.uuid LIMIT 1) m
    WHERE c.trial AND c.test AND a.is_provider AND (${to ?? null}::text IS NULL OR m.phone = ${to ?? null})
    ORDER BY c.uuid DESC LIMIT 200`.execute(db);
  return rows;
}
