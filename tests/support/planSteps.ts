import { sql } from 'kysely';
import { roles } from '#schema/permissions.ts';
import type { Caller } from '../../server/services/platform/caller.ts';
import { accept, type SendRequest, showPlan } from '../../server/services/sending/plan.ts';
import type { Source } from '../../server/services/sending/recipients.ts';
import { stagePlan } from '../../server/services/sending/stagedPlan.ts';
import type { Wanted } from '../../server/services/sending/wanted.ts';
import type { TestApp } from './app.ts';

export const BODY = 'Sale today';

/** Numbers that are not consecutive. */
export const phones = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => `${9841000000 + n * 7}`);

export async function* given(numbers: readonly string[]): Source {
  yield numbers.map((value, i) => ({ source: 'numbers', row: i + 1, value, values: {} }));
}

/**
 * The steps from a plan to its campaign, taken as a customer of an app on the services, and their results.
 */
export async function planSteps(t: TestApp) {
  const { db } = t;
  const { rows: found } = await sql<{ user: string }>`
    SELECT uuid AS "user" FROM users WHERE email = ${t.emails.customer}`.execute(db);
  const caller: Caller = {
    ...{ user: found[0]?.user as string, account: t.accounts.customer, role: 'customer' },
    ...{ pairs: roles.customer, tokenHash: Buffer.alloc(0) },
  };
  const wanted = (more: Partial<Wanted> = {}): Wanted => ({
    ...{ sender: t.sender, body: BODY, recipients: { numbers: ['any'] }, ...more },
  });
  return {
    caller,
    wanted,
    stage: (numbers: readonly string[] = phones(1), more: Partial<Wanted> = {}) =>
      stagePlan(db, caller, wanted(more), given(numbers)),
    show: (plan: string, scheduledAt: string | null = null, as = caller) =>
      showPlan(db, as, plan, { wanted: { body: BODY, sender: t.sender }, scheduledAt }),
    send: (plan: string, more: Partial<SendRequest> = {}, as = caller) =>
      db.transaction().execute((trx) =>
        accept(trx, as, {
          ...{ plan, name: 'Offer', wanted: wanted(), cost: undefined, scheduledAt: null },
          ...more,
        }),
      ),
    /** The campaign's row. */
    async campaign(uuid: string) {
      const { rows } = await sql<
        Record<string, unknown>
      >`SELECT * FROM campaign WHERE uuid = ${uuid}`.execute(db);
      return rows[0] ?? {};
    },
    /** The audit log's entries about a record. */
    async written(record: string) {
      const { rows } = await sql`
        SELECT action, entity, account, title, before, after FROM audit_entry WHERE record = ${record}`.execute(
        db,
      );
      return rows;
    },
    async money() {
      const { rows } = await sql`
        SELECT (SELECT balance FROM account WHERE uuid = ${caller.account}) AS balance,
          (SELECT count(*)::int FROM campaign WHERE account = ${caller.account}) AS campaigns`.execute(db);
      return rows[0];
    },
    /** Plans of the customer, and recipients of plans that do not exist. */
    async left() {
      const { rows } = await sql`
        SELECT (SELECT count(*)::int FROM plan WHERE account = ${caller.account}) AS plans,
          (SELECT count(*)::int FROM plan_recipient r WHERE NOT EXISTS (SELECT FROM plan p WHERE p.uuid = r.plan))
            AS recipients`.execute(db);
      return rows[0];
    },
    /** Another approved sender for an account. */
    async addSender(account: string): Promise<string> {
      const { rows } = await sql<{ uuid: string }>`
        INSERT INTO sender_identity (account, name, purpose, status)
        VALUES (${account}, 'SECOND', 'Sales', 'approved') RETURNING uuid`.execute(db);
      return rows[0]?.uuid as string;
    },
    simulate: (isOn: boolean) => sql`UPDATE operator_link SET is_simulator = ${isOn}`.execute(db),
    block: (keyword: string) =>
      sql`INSERT INTO blocked_keyword (keyword, folded) VALUES (${keyword}, ${keyword})`.execute(db),
    /** Restores settings, links and keywords. */
    async restore(): Promise<void> {
      await sql`UPDATE operator_link SET is_simulator = false`.execute(db);
      await sql`DELETE FROM blocked_keyword`.execute(db);
      await sql`UPDATE provider_setting SET consecutive_numbers = NULL, approval_above = NULL`.execute(db);
    },
  };
}
