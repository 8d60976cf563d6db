import { sql } from 'kysely';
import { openDatabase } from '../../server/db/database.ts';
import type { Caller } from '../../server/services/platform/caller.ts';
import { Problem, type ProblemCode } from '../../server/services/platform/problem.ts';
import { newWorker, WORKER_LOCKS } from '../../server/services/sending/workers.ts';
import { createTestApp, type TestApp } from './app.ts';
import { createModel, type Model } from './moneyModel.ts';
import { createRandom, type Random } from './random.ts';

/** A message that a worker has claimed. */
export interface Held {
  uuid: string;
  hand: number;
  phone: string;
  parts: number;
}

export interface MoneyWorld {
  app: TestApp;
  random: Random;
  model: Model;
  customers: readonly { caller: Caller; sender: string }[];
  admin: Caller;
  packages: readonly { uuid: string; price: number; parts: number }[];
  /** Requested payments, decided or not. */
  payments: { uuid: string; account: string; amount: number; parts: number }[];
  /** Workers that are alive, and dead ones: their late reports must change nothing of other workers. */
  workers: { id: number; hand: Held[] }[];
  dead: { id: number; hand: Held[] }[];
  startWorker(): Promise<void>;
  killWorker(index: number): Promise<void>;
  phonesOf(messages: readonly string[]): Promise<Map<string, string>>;
  /** Runs it; a refusal for one of these reasons is accepted and gives undefined. */
  refusable<T>(codes: readonly ProblemCode[], work: () => Promise<T>): Promise<T | undefined>;
  close(): Promise<void>;
}

const OPENING = 5_000_000;
const PRICES = [0, 30.25, 99.9999, 100, 135.6, 135.6049, 217.333];
export const OPERATORS = ['ntc', 'ncell', 'smart'] as const;

/** How far below zero the post-paid account may fall, in minor units: a few campaigns. */
const CREDIT = 3000;

/**
 * Three accounts with their own prices, packages for sale and workers, on their own database. The one without money is
 * post-paid.
 */
export async function createMoneyWorld(seed: number): Promise<MoneyWorld> {
  const app = await createTestApp();
  const { db } = app;
  const session = await openDatabase(app.url, 1, () => {}).connect();
  const random = createRandom(seed);
  const model = createModel(db);

  const made = await sql<{ account: string; user: string; sender: string }>`
    WITH third AS (INSERT INTO account (name) VALUES ('Koshi Foods') RETURNING uuid),
    person AS (
      INSERT INTO users (account, name, email, role, password_hash)
      SELECT uuid, 'Gita Karki', 'third@demo.test', 'customer', '-' FROM third RETURNING account, uuid),
    every AS (
      SELECT account, uuid FROM users WHERE role = 'customer' UNION ALL SELECT account, uuid FROM person),
    named AS (
      INSERT INTO sender_identity (account, name, purpose, status)
      SELECT account, 'MONEY', 'Test', 'approved' FROM every RETURNING account, uuid)
    SELECT e.account, e.uuid AS "user", n.uuid AS sender FROM every e JOIN named n USING (account) ORDER BY e.uuid`.execute(
    db,
  );
  const caller = (user: string, account: string, role: Caller['role']): Caller => ({
    ...{ user, account, role, pairs: [], tokenHash: Buffer.alloc(0) },
  });
  const admin = await sql<{ uuid: string; account: string }>`
    SELECT uuid, account FROM users WHERE role = 'admin'`.execute(db);
  const packages = await sql<{ uuid: string; price: number; parts: number }>`
    INSERT INTO sms_package (name, parts, price, validity_days)
    VALUES ('Two', 2, 200, 30), ('Five', 5, 499, 60), ('Twenty', 20, 1900, 365)
    RETURNING uuid, price, parts`.execute(db);
  for (const { account } of made.rows) {
    for (const operator of OPERATORS) {
      await sql`
        INSERT INTO pricing (account, operator, price, release_undelivered, valid_from)
        VALUES (${account}, ${operator}, ${random.pick(PRICES)}, ${random.chance(0.4)}, now() - interval '1 hour')`.execute(
        db,
      );
    }
    const { rows } = await sql<{ balance: number }>`
      SELECT balance FROM account WHERE uuid = ${account}`.execute(db);
    model.paid(account, rows[0]?.balance ? OPENING : 0);
    if (rows[0]?.balance) continue;
    await sql`UPDATE account SET billing = 'postpaid', credit_limit = ${CREDIT} WHERE uuid = ${account}`.execute(
      db,
    );
    model.credit(account, CREDIT);
  }
  const workers: MoneyWorld['workers'] = [];
  const dead: MoneyWorld['dead'] = [];
  return {
    app,
    random,
    model,
    customers: made.rows.map(({ user, account, sender }) => ({
      caller: caller(user, account, 'customer'),
      sender,
    })),
    admin: caller(admin.rows[0]?.uuid as string, admin.rows[0]?.account as string, 'admin'),
    packages: packages.rows,
    payments: [],
    workers,
    dead,
    async startWorker() {
      const id = await newWorker(db);
      await session.query('SELECT pg_advisory_lock($1, $2)', [WORKER_LOCKS, id]);
      workers.push({ id, hand: [] });
    },
    async killWorker(index) {
      const [worker] = workers.splice(index, 1);
      if (!worker) return;
      await session.query('SELECT pg_advisory_unlock($1, $2)', [WORKER_LOCKS, worker.id]);
      dead.push(worker);
      if (dead.length > 5) dead.shift();
    },
    async phonesOf(messages) {
      const { rows } = await sql<{ uuid: string; phone: string }>`
        SELECT uuid, phone FROM message WHERE uuid = ANY(${messages})`.execute(db);
      return new Map(rows.map(({ uuid, phone }) => [uuid, phone]));
    },
    async refusable(codes, work) {
      try {
        return await work();
      } catch (error) {
        if (error instanceof Problem && codes.includes(error.code)) return undefined;
        throw error;
      }
    },
    async close() {
      await session.end();
      await app.close();
    },
  };
}
