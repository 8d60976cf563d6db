import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkLedger, LEDGER_CHECKS, type Violation } from '../../../server/services/reports/ledgerCheck.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { claimCampaign } from '../../support/claimedCampaign.ts';

let world: TestApp;
const PACKAGES = '/v1/credit/user-payment-reference/smspackages/';

/** Something of every kind: payments with invoices, packages, campaigns that go on and that are over. */
beforeAll(async () => {
  const environment = { SELLER_NAME: 'Provider', SELLER_PAN: '123456789' };
  world = await createTestApp({ environment, deliverMail: async () => {} });
  const { rows } = await sql<{ uuid: string }>`
    INSERT INTO sms_package (name, parts, price, validity_days) VALUES ('Two', 2, 1000, 30) RETURNING uuid`.execute(
    world.db,
  );
  const post = async (as: 'customer' | 'admin' | 'support', url: string, body: object) => {
    const answer = await world.call<{ data: { uuid: string } }>(as, 'POST', url, body);
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body.data.uuid;
  };
  const bought = { package: rows[0]?.uuid, price: 1000 };
  await post('customer', PACKAGES, { ...bought, method: 'wallet' });
  const confirm = '/v1/credit/payment/credit_payment_confirm/';
  await post('admin', confirm, { uuid: await post('customer', PACKAGES, { ...bought, method: 'cash' }) });
  const topup = { amount: 5000, method: 'cash' };
  const initiate = '/v1/credit/payment/credit_payment_initiate/';
  await post('admin', confirm, { uuid: await post('customer', initiate, topup) });
  await post('customer', initiate, topup);

  // Each above the limit, so a second person decides it; the third is done alone.
  await sql`UPDATE provider_setting SET second_person_above = 100`.execute(world.db);
  await sql`UPDATE users SET role = 'admin' WHERE email = ${world.emails.support}`.execute(world.db);
  const adjust = `/v1/credit/user-wallets/${world.accounts.customer}/adjust/`;
  for (const decision of ['confirm', 'reject']) {
    await post('admin', adjust, { amount: 200, reason: 'A slip' });
    const waits = await sql<{ uuid: string }>`
      SELECT uuid FROM wallet_adjustment WHERE status = 'pending'`.execute(world.db);
    await post('support', `/v1/admin/wallet-adjustments/${waits.rows[0]?.uuid}/${decision}/`, {
      ...(decision === 'reject' && { reason: 'No' }),
    });
  }
  await post('admin', adjust, { amount: 50, reason: 'A slip' });

  const phones = Array.from({ length: 8 }, (_, n) => `984100000${n}`);
  const over = await claimCampaign(world, phones);
  await over.record({
    ...Object.fromEntries(phones.map((_, n) => [n, 'submitted' as const])),
    ...{ 2: 'rejected', 7: 'rejected' },
  });
  await over.receive({ 0: 'delivered', 3: 'undelivered' });
  const going = await claimCampaign(world, ['9841000001', '9841000002', '9841000003']);
  await going.record({ 0: 'submitted', 1: 'unknown' });
});
afterAll(() => world.close());

const FREE = ['account', 'wallet_entry', 'campaign', 'payment_reference', 'invoice', 'account_package'];
const first = (table: string, condition = 'true') =>
  `uuid = (SELECT uuid FROM ${table} WHERE ${condition} ORDER BY uuid LIMIT 1)`;
const OVER = first('campaign');

/** The invoice of a month, with these lines. */
const month = (lines: string) => `
  INSERT INTO invoice (account, month, due_on, lines, fiscal_year, number, issued_at, seller, buyer, taxable, vat,
    vat_percent, total, calendar_provisional)
  SELECT account, '2083-01', '2100-01-01', '${lines}', fiscal_year, (SELECT max(number) + 1 FROM invoice), now(), seller, buyer, 1770, 230, 13, 2000, true
  FROM invoice LIMIT 1`;

/** What somebody might do to the books, by the check that finds it. */
const tampered: Record<string, readonly string[]> = {
  balance: [`UPDATE account SET balance = balance + 1 WHERE balance > 0 AND ${first('account')}`],
  'newest-entry': ['UPDATE account SET balance = balance - 1 WHERE balance > 0'],
  'entry-chain': [
    `UPDATE wallet_entry SET balance = balance + 1 WHERE ${first('wallet_entry', "kind = 'topup'")}`,
  ],
  'entry-kind': [`UPDATE wallet_entry SET campaign = NULL WHERE ${first('wallet_entry', "kind = 'hold'")}`],
  'entry-kind ': [`UPDATE wallet_entry SET payment = NULL WHERE ${first('wallet_entry', "kind = 'topup'")}`],
  'entry-kind  ': [
    `UPDATE wallet_entry SET payment = NULL WHERE ${first('wallet_entry', "kind = 'package'")}`,
  ],
  'campaign-entries': [
    `UPDATE wallet_entry SET amount = amount - 5 WHERE ${first('wallet_entry', "kind = 'hold'")}`,
  ],
  'campaign-rounding': [`UPDATE campaign SET captured = captured - 1, released = released + 1 WHERE ${OVER}`],
  'campaign-ended': [`UPDATE campaign SET released = released - 1 WHERE ${OVER}`],
  'campaign-queue': [`UPDATE campaign_queue SET waiting = waiting + 1`],
  // As migration 0029 of before 0.1.0 did: 346 messages went out twice.
  'queued-twice': [
    `INSERT INTO message_retry (message, campaign, operator, not_before)
     SELECT uuid, campaign, operator, now() FROM message m JOIN campaign_queue q USING (campaign, operator)
     WHERE m.status = 'queued' LIMIT 1`,
    `UPDATE campaign_queue SET claimed_to = uuid_floor('epoch'), waiting = 1`,
  ],
  'queued-twice ': [
    `INSERT INTO hand (worker, link, campaign, operator, first, last, messages)
     SELECT worker, link, campaign, operator, last, last, messages FROM hand LIMIT 1`,
  ],
  'queued-twice  ': [`UPDATE campaign_queue SET claimed_to = uuid_floor('epoch'), waiting = 1`],
  'queue-ended': [
    `INSERT INTO campaign_queue (campaign, operator, waiting)
     SELECT uuid, 'ntc', 1 FROM campaign WHERE status = 'completed'`,
  ],
  'dead-hand': [`UPDATE hand SET taken_at = now() - interval '6 minutes'`],
  'queue-messages': [`UPDATE campaign_queue SET waiting = waiting + 1`],
  'hand-messages': [`UPDATE hand SET messages = messages + 1`],
  'campaign-packages': [
    'UPDATE campaign_package SET parts = parts + 1 WHERE package = (SELECT min(package::text)::uuid FROM campaign_package)',
  ],
  'package-parts': [`UPDATE account_package SET parts = parts + 1 WHERE ${first('account_package')}`],
  consumption: [`UPDATE consumption SET amount = amount + 1 WHERE ${first('consumption', 'amount > 0')}`],
  'daily-use': ['UPDATE daily_use SET amount = amount - 0.0001'],
  'payment-entry': [
    'ALTER TABLE payment_reference DISABLE TRIGGER payment_reference_decided',
    `UPDATE payment_reference SET amount = amount - 1 WHERE ${first('payment_reference', "status = 'confirmed' AND kind = 'topup'")}`,
  ],
  'payment-package': [`UPDATE account_package SET payment = NULL WHERE ${first('account_package')}`],
  'package-payment': [
    `INSERT INTO account_package (account, name, parts, remaining, expires_at)
     SELECT account, 'A gift', 5, 5, now() FROM account_package LIMIT 1`,
  ],
  adjustment: [
    `UPDATE wallet_entry SET amount = amount + 1 WHERE ${first('wallet_entry', "kind = 'adjustment'")}`,
  ],
  'adjustment ': [
    `UPDATE wallet_adjustment SET status = 'confirmed', decided_at = now(), note = NULL,
    decided_by = (SELECT uuid FROM users u WHERE u.uuid <> asked_by LIMIT 1) WHERE status = 'rejected'`,
  ],
  'monthly-invoice': [
    `INSERT INTO billed_month (account, month, last_day, entry)
     SELECT account, '2083-01', '2100-01-01', uuid FROM wallet_entry WHERE kind = 'package' ORDER BY uuid LIMIT 1`,
    `UPDATE wallet_entry SET amount = amount - 100000000 WHERE ${first('wallet_entry', "kind = 'package'")}`,
  ],
  'invoice-lines': [month(`[{"amount": 1999, "taxable": 1770}]`)],
  'invoice-lines ': [month(`[{"amount": 2000, "taxable": 1771}]`)],
  settlement: [
    month(`[{"amount": 2000, "taxable": 1770}]`),
    `INSERT INTO invoice_settlement (invoice, payment, amount)
     SELECT i.uuid, p.uuid, 2001 FROM invoice i, payment_reference p
     WHERE i.month IS NOT NULL AND p.kind = 'topup' AND p.status = 'confirmed'`,
  ],
  'settlement ': [
    month(`[{"amount": 2000, "taxable": 1770}]`),
    `INSERT INTO invoice_settlement (invoice, payment, amount)
     SELECT i.uuid, p.uuid, 5 FROM invoice i, payment_reference p
     WHERE i.month IS NOT NULL AND p.kind = 'topup' AND p.status = 'pending'`,
  ],
  invoice: [`UPDATE invoice SET total = total + 1, vat = vat + 1 WHERE ${first('invoice')}`],
  'invoice-numbers': ['UPDATE invoice_number SET last = last + 1'],
  'campaign-counts': [
    `UPDATE campaign SET delivered = delivered - 1, undelivered = undelivered + 1 WHERE ${OVER}`,
  ],
  'campaign-cost': [
    `UPDATE message SET amount = amount + 0.5 WHERE ${first('message', "status = 'delivered'")}`,
  ],
  'campaign-outstanding': [`UPDATE message SET amount = 0 WHERE ${first('message', "status = 'unknown'")}`],
  'operator-consumption': [
    `UPDATE consumption SET operator = CASE operator WHEN 'ntc' THEN 'ncell' ELSE 'ntc' END
     WHERE source = 'wallet' AND campaign = (SELECT uuid FROM campaign ORDER BY uuid LIMIT 1)`,
  ],
  'daily-messages': ['UPDATE daily_use SET delivered = delivered + 1, failed = failed - 1'],
  'daily-messages ': ['UPDATE daily_use SET test = test + 1'],
  'test-charge': [`UPDATE campaign SET test = true WHERE ${OVER}`],
  'test-messages': [`UPDATE message SET link = 'simulator' WHERE link IS NOT NULL`],
  'test-messages ': ['UPDATE campaign SET test = true'],
  'trial-charge': [`UPDATE campaign SET trial = true WHERE ${OVER}`],
  'trial-count': [
    `INSERT INTO trial (account, phone, code_sent_at, used)
     SELECT uuid, '+9779841000009', now(), 3 FROM account WHERE name = 'Himal Traders'`,
  ],
  'message-use': ['UPDATE message_use_change SET delivered = delivered - 1 WHERE delivered > 0'],
  'message-use ': ["UPDATE message_use_change SET hour = (hour + 1) % 24 WHERE reason <> ''"],
  'link-use': ['UPDATE link_use SET sent = sent + 1'],
  'campaign-counts ': [`DELETE FROM message WHERE ${first('message', "status = 'delivered'")}`],
};

class Undo extends Error {}

async function found(statements: readonly string[], account?: string): Promise<Violation[]> {
  let violations: Violation[] = [];
  const work = world.db.transaction().execute(async (trx) => {
    for (const table of FREE) await sql`ALTER TABLE ${sql.table(table)} DISABLE TRIGGER USER`.execute(trx);
    for (const statement of statements) {
      const { numAffectedRows } = await sql.raw(statement).execute(trx);
      if (!statement.startsWith('ALTER')) expect(Number(numAffectedRows), statement).toBeGreaterThan(0);
    }
    violations = await checkLedger(trx, { account });
    throw new Undo();
  });
  await expect(work).rejects.toThrow(Undo);
  return violations;
}

test('books that were kept by the server agree, of all and of one account', async () => {
  expect(await checkLedger(world.db)).toEqual([]);
  expect(await checkLedger(world.db, { account: world.accounts.customer })).toEqual([]);
  expect(await checkLedger(world.db, { messages: false })).toEqual([]);
});

test.for(Object.entries(tampered))('%s is found', async ([name, statements]) => {
  const violations = await found(statements);
  expect(violations.map(({ check }) => check)).toContain(name.trim());
  const { expected, found: stands } = violations[0] as Violation;
  expect(expected).not.toBe(stands);
});

test('every check was tried, and another account’s books are not looked at', async () => {
  expect(new Set(Object.keys(tampered).map((name) => name.trim()))).toEqual(new Set(LEDGER_CHECKS));
  const { 'newest-entry': _, ...rest } = tampered; // of every account
  expect(await found(Object.values(rest).flat(), world.accounts.other)).toEqual([]);
});

test('docs/ledger.md explains every check, and those that read messages last', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/ledger.md'), 'utf8');
  const explained = [...page.matchAll(/^\| `([a-z-]+)` /gm)].map(([, name = '']) => name);
  expect(explained.toSorted()).toEqual(LEDGER_CHECKS.toSorted());
  expect(page).toContain('The last ten read messages');
  expect(explained.slice(-10).toSorted()).toEqual(LEDGER_CHECKS.slice(-10).toSorted());
});
