import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import {
  cancelPayment,
  confirmPayment,
  rejectPayment,
  startPurchase,
  startTopup,
} from '../../server/services/money/payments.ts';
import { adjustBalance } from '../../server/services/money/wallets.ts';
import { activate, deactivate } from '../../server/services/people/accounts.ts';
import { cancel, expandNext, pause, resume } from '../../server/services/sending/campaigns.ts';
import { startDue } from '../../server/services/sending/dueWork.ts';
import { approve, hold, reject, resumeHeld, stop } from '../../server/services/sending/oversight.ts';
import { pauseInactive } from '../../server/services/sending/pauseCampaigns.ts';
import { accept, showPlan } from '../../server/services/sending/plan.ts';
import type { Source } from '../../server/services/sending/recipients.ts';
import { failedOf } from '../../server/services/sending/retries.ts';
import { stagePlan } from '../../server/services/sending/stagedPlan.ts';
import { type MoneyWorld, OPERATORS } from './moneyWorld.ts';

/** Its relative frequency, and the operation; it may return details for the model (Done). */
export type Operations = Record<string, [weight: number, run: () => Promise<unknown>]>;

const PREFIXES = { ntc: '98410', ncell: '98010', smart: '96110' };
const TEXTS = ['Hello', 'Your order has left our shop. '.repeat(6), 'नमस्ते संसार। '.repeat(12)];
const SELLER = { name: 'Provider', pan: '123456789', address: 'Kathmandu' };

/** The actions of customers and staff: paying, buying, sending, controlling campaigns, deciding. */
export function bookOperations(world: MoneyWorld): Operations {
  const { random, model, customers, admin, packages, payments, refusable } = world;
  const { db } = world.app;
  const inTransaction = db.transaction();
  const anyCampaign = (...statuses: string[]) =>
    random.pick(model.campaigns().filter(({ status }) => statuses.length === 0 || statuses.includes(status)));
  const callerOf = (account: string) =>
    (customers.find(({ caller }) => caller.account === account) ?? customers[0])?.caller ?? admin;

  const number = () => `${PREFIXES[random.pick(OPERATORS)]}${10_000 + random.below(60)}`;
  async function* recipients(): Source {
    const given = Array.from({ length: 1 + random.below(8) }, (_, row) => {
      const value = random.chance(0.03) ? '12' : number();
      return { source: 'numbers' as const, row, value, values: {}, text: random.pick(TEXTS) };
    });
    yield given;
  }

  /** Plans and sends; some stop after seeing the cost, or agree to a wrong one. */
  async function send(source: Source, scheduledAt: string | null, customer = random.pick(customers)) {
    const { caller, sender } = customer;
    const wanted = { sender, body: 'Hello', recipients: { test: randomUUID() } };
    const plan = await stagePlan(db, caller, wanted, source);
    const { cost } = await showPlan(db, caller, plan, { wanted, scheduledAt });
    if (random.chance(0.05)) return;
    const agreed = random.chance(0.05) ? cost + 1 : cost;
    const uuid = await refusable(['insufficient_balance', 'price_changed', 'invalid'], () =>
      inTransaction.execute((trx) =>
        accept(trx, caller, { plan, name: 'Random', wanted, cost: agreed, scheduledAt }),
      ),
    );
    if (uuid) model.accepted(uuid);
  }

  async function decide(to: 'confirm' | 'reject' | 'cancel') {
    const payment = random.pick(payments);
    if (!payment) return;
    const { uuid, account, amount, parts } = payment;
    const done = await refusable(['conflict'], () =>
      inTransaction.execute(async (trx) => {
        if (to === 'confirm')
          await confirmPayment(trx, uuid, { by: admin, seller: random.chance(0.5) ? SELLER : null });
        else if (to === 'reject') await rejectPayment(trx, uuid, { by: admin, reason: 'No money came' });
        else await cancelPayment(trx, uuid, account, { by: callerOf(account) });
        return true;
      }),
    );
    if (!done || to !== 'confirm') return;
    if (parts > 0) model.bought(account, parts);
    else model.paid(account, amount);
  }

  const steer =
    (act: (uuid: string, account: string) => Promise<void>, ...statuses: string[]) =>
    async () => {
      const campaign = anyCampaign(...(random.chance(0.8) ? statuses : []));
      if (campaign?.account)
        await refusable(['conflict', 'not_found'], () => act(campaign.uuid, campaign.account));
    };
  const staff = (act: typeof approve) => (uuid: string) =>
    inTransaction.execute((trx) => act(trx, admin, uuid));
  const own = (act: typeof pause) => (uuid: string, account: string) => act(db, callerOf(account), uuid);

  return {
    topup: [
      30,
      async () => {
        const { caller } = random.pick(customers);
        const amount = 1000 + random.below(100_000);
        const reference = `T${random.below(400)}`;
        const uuid = await refusable(['invalid'], () =>
          inTransaction.execute((trx) => startTopup(trx, caller, { amount, method: 'bank', reference })),
        );
        if (uuid) payments.push({ uuid, account: caller.account, amount, parts: 0 });
        if (payments.length > 60) payments.shift();
      },
    ],
    purchase: [
      25,
      async () => {
        const { caller } = random.pick(customers);
        const { uuid: chosen, price, parts } = random.pick(packages);
        const method = random.chance(0.7) ? ('wallet' as const) : ('cash' as const);
        const asked = { package: chosen, price: random.chance(0.05) ? price + 1 : price, method };
        const uuid = await refusable(['insufficient_balance', 'price_changed'], () =>
          inTransaction.execute((trx) => startPurchase(trx, caller, asked)),
        );
        if (!uuid) return;
        payments.push({ uuid, account: caller.account, amount: price, parts });
        if (method !== 'wallet') return;
        model.paid(caller.account, -price);
        model.bought(caller.account, parts);
      },
    ],
    confirm: [30, () => decide('confirm')],
    'reject payment': [5, () => decide('reject')],
    'cancel payment': [5, () => decide('cancel')],
    adjust: [
      20,
      async () => {
        const { account } = random.pick(customers).caller;
        const amount = random.below(200_000) - (random.chance(0.1) ? 5_000_000 : 100_000);
        if (amount === 0) return;
        const done = await refusable(['insufficient_balance'], () =>
          inTransaction.execute((trx) => adjustBalance(trx, admin, account, { amount, reason: 'Random' })),
        );
        if (done) model.paid(account, amount);
      },
    ],
    send: [110, () => send(recipients(), null)],
    schedule: [15, () => send(recipients(), new Date(Date.now() + 86_400_000).toISOString())],
    resend: [
      15,
      async () => {
        const failed = random.pick(model.messages('undelivered', 'expired', 'rejected'));
        const account = model.campaigns().find(({ uuid }) => uuid === failed?.campaign)?.account;
        const customer = customers.find(({ caller }) => caller.account === account);
        if (failed && customer) await send(failedOf(db, failed.campaign), null, customer);
      },
    ],
    price: [
      5,
      async () => {
        const { account } = random.pick(customers).caller;
        await sql`
          INSERT INTO pricing (account, operator, price, release_undelivered)
          VALUES (${account}, ${random.pick(OPERATORS)}, ${random.below(3_000_000) / 10_000}, ${random.chance(0.4)})`.execute(
          db,
        );
      },
    ],
    blacklist: [
      5,
      async () => {
        const { account } = random.pick(customers).caller;
        await sql`DELETE FROM blacklist_number WHERE account = ${account} AND random() < 0.3`.execute(db);
        await sql`
          INSERT INTO blacklist_number (account, phone) VALUES (${account}, ${`+977${number()}`})
          ON CONFLICT DO NOTHING`.execute(db);
      },
    ],
    'packages expire': [
      5,
      async () => {
        const { account } = random.pick(customers).caller;
        await sql`
          UPDATE account_package SET expires_at = now() - interval '1 second' WHERE uuid = (
            SELECT uuid FROM account_package WHERE account = ${account} AND expires_at > now()
            ORDER BY uuid LIMIT 1)`.execute(db);
      },
    ],
    'approval limit': [
      5,
      async () => {
        const above = random.chance(0.5) ? 5 : null;
        await sql`UPDATE provider_setting SET approval_above = ${above}`.execute(db);
      },
    ],
    'campaigns due': [
      15,
      async () => {
        await sql`UPDATE campaign SET scheduled_at = now() WHERE status = 'scheduled'`.execute(db);
        await startDue(db);
      },
    ],
    expand: [120, async () => void (await expandNext(db))],
    cancel: [12, steer(own(cancel), 'draft', 'preparing', 'scheduled', 'sending', 'paused')],
    pause: [12, steer(own(pause), 'sending')],
    resume: [20, steer(own(resume), 'paused')],
    approve: [12, steer(staff(approve), 'draft')],
    refuse: [5, steer((uuid) => inTransaction.execute((trx) => reject(trx, admin, uuid, 'No')), 'draft')],
    hold: [5, steer((uuid) => inTransaction.execute((trx) => hold(trx, admin, uuid, null)), 'sending')],
    'let go on': [15, steer(staff(resumeHeld), 'paused')],
    stop: [
      4,
      steer((uuid) => inTransaction.execute((trx) => stop(trx, admin, uuid, 'Spam')), 'sending', 'paused'),
    ],
    deactivate: [
      2,
      async () => {
        const { account } = random.pick(customers).caller;
        await refusable(['conflict'], () => inTransaction.execute((trx) => deactivate(trx, admin, account)));
      },
    ],
    activate: [
      8,
      async () => {
        for (const { caller } of customers)
          await refusable(['conflict'], () =>
            inTransaction.execute((trx) => activate(trx, admin, caller.account)),
          );
        await pauseInactive(db);
      },
    ],
  };
}
