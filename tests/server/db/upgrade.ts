import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import type { Plan } from '#schema/compose.ts';
import { openDatabase } from '../../../server/db/database.ts';
import { migrate } from '../../../server/db/migrate.ts';
import { allMessageUse } from '../../../server/services/sending/messageUse.ts';
import { PASSWORD, users } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { type RunningServer, startServer } from '../../support/server.ts';
import { type RunningSimulator, startSimulator } from '../../support/simulator.ts';
import { soon } from '../../support/soon.ts';
import { lostAnswers } from '../../support/upgrades/lostAnswers.ts';
import { asOfNow, restoreSnapshot } from '../../support/upgrades/snapshot.ts';

const RECORDED = join(import.meta.dirname, '../../support/upgrades');
const PATH = '/v1/sms/compose/';

/** The newest migrations of the versions whose databases are recorded, oldest first. */
export const recorded = readdirSync(RECORDED)
  .filter((name) => /^\d{4}_/.test(name))
  .sort();

const beginningOf = (file: string): string | undefined => /upgradeFrom(\d{4})\.test\.ts$/.exec(file)?.[1];
/** The versions with which the files of these tests begin: each goes on until the next one's. */
const beginnings = readdirSync(import.meta.dirname)
  .flatMap((file) => beginningOf(file) ?? [])
  .sort();

/** The versions of one file of these tests. */
export function recordedFor(file: string): string[] {
  const first = beginningOf(file) as string;
  const next = beginnings.find((beginning) => beginning > first);
  return recorded.filter((name) => name >= first && (next === undefined || name < next));
}

/**
 * A database that an earlier version left behind: campaigns in every state, and a worker that was killed with messages
 * in flight, some for the first time and some again. tests/support/upgrades/record.ts says how it was made.
 */
export function upgradeTests(schemas: readonly string[]): void {
  describe.each(schemas)('a database of %s, whose worker was killed', (schema) => {
    let database: TestDatabase;
    let operator: RunningSimulator;
    let server: RunningServer;
    let db: Kysely<unknown>;
    let close: () => Promise<void>;
    beforeAll(async () => {
      const read = (file: string) => readFileSync(join(RECORDED, schema, file), 'utf8');
      const journal = join(temporaryFolder('operator-'), 'journal.jsonl');
      const accepted = read('operator.jsonl');
      const lost = lostAnswers(read('database.jsonl'), accepted);
      expect(lost).not.toBe('');
      writeFileSync(journal, accepted + lost);
      [database, operator] = await Promise.all([
        createTestDatabase('template0'),
        startSimulator({ journal, undelivered: 0.2, 'receipt-after': 20 }),
      ]);
      await migrate(database.url, schema);
      ({ db, close } = openDatabase(database.url, 2, () => {}));
      // The operator has another port now.
      const address = new URL(operator.url).host;
      await restoreSnapshot(db, asOfNow(read('database.jsonl')).replaceAll(/127\.0\.0\.1:\d+/g, address));
      await settleHere();
      await countUseAgain();
      await hashRetriedAgain();
      server = await startServer({ DATABASE_URL: database.url, SMPP_URL: operator.url });
      await server.signIn(users.customer, PASSWORD);
    });
    afterAll(async () => {
      await server?.kill('SIGTERM');
      await operator.kill();
      await close();
      await database.drop();
    });

    /** Since 0004 a database knows where it is. An upgrade moves none, so the recorded one is at home here. */
    async function settleHere(): Promise<void> {
      const { rows } = await sql`SELECT WHERE to_regclass('sending_database') IS NOT NULL`.execute(db);
      if (rows.length > 0) await sql`UPDATE sending_database SET identity = database_identity()`.execute(db);
    }

    /** The times of the messages are moved to now, but not the hours under which they were counted. */
    async function countUseAgain(): Promise<void> {
      const { rows } = await sql`SELECT WHERE to_regclass('message_use') IS NOT NULL`.execute(db);
      if (rows.length === 0) return;
      await sql`TRUNCATE message_use, message_use_change`.execute(db);
      await sql`INSERT INTO message_use SELECT * FROM ${allMessageUse}`.execute(db);
    }

    /** The plan of the retry has a hash with uuids in it, which were moved to now. */
    async function hashRetriedAgain(): Promise<void> {
      const { rows } = await sql<{ uuid: string; plan: string; body: string; sender: string }>`
      SELECT o.uuid, r.plan, o.body, s.uuid AS sender FROM campaign o, campaign r, sender_identity s
      WHERE o.name = 'completed' AND r.name = 'completed (retry)'`.execute(db);
      const { uuid, plan, body, sender } = rows[0]!;
      const hash = createHash('sha256')
        .update(JSON.stringify([sender, body, { failed_of: uuid }]))
        .digest();
      await sql`UPDATE plan SET request_hash = ${hash} WHERE uuid = ${plan}`.execute(db);
    }

    const campaigns = async () =>
      (await server.call<{ results: Campaign[] }>('GET', `${PATH}?page_size=100`)).results;
    const named = async (name: string) =>
      (await campaigns()).find((campaign) => campaign.name === name) as Campaign;

    test('is upgraded, and every message reaches the operator once or its result is unknown', async () => {
      const { uuid } = await named('paused');
      await server.call('POST', `${PATH}${uuid}/resume/`);
      await sql`UPDATE campaign SET scheduled_at = now() WHERE name = 'scheduled'`.execute(db);
      await sql`UPDATE campaign SET status = 'preparing' WHERE name = 'draft'`.execute(db);
      await soon(async () => {
        const open = (await campaigns()).filter(({ status, submitted, queued }) => {
          return queued > 0 || submitted > 0 || !/completed|cancelled/.test(status);
        });
        expect(open).toEqual([]);
      });
      await audit(db);

      const times = new Map<string, number>();
      for (const { to, text, part } of await operator.accepted()) {
        if (part && part[2] !== 1) continue;
        const key = `+${to} ${part ? '' : text}`;
        times.set(key, (times.get(key) ?? 0) + 1);
      }
      const { rows: messages } = await sql<{ phone: string; text: string; status: string; campaign: string }>`
      SELECT m.phone, CASE WHEN m.parts > 1 THEN '' ELSE c.body END AS text, m.status, c.name AS campaign
      FROM message m JOIN campaign c ON c.uuid = m.campaign`.execute(db);
      const expected = { cancelled: [0], rejected: [0], unknown: [0, 1] } as Record<string, number[]>;
      const wrong = messages
        // The same numbers and text as what was retried.
        .filter(({ campaign }) => !campaign.startsWith('completed'))
        .map((message) => ({ ...message, times: times.get(`${message.phone} ${message.text}`) ?? 0 }))
        .filter(({ status, times }) => !(expected[status] ?? [1]).includes(times));
      expect(wrong).toEqual([]);
      // What the dead worker and the operator's end left open was in flight: no more than that.
      const unknown = messages.filter(({ status }) => status === 'unknown').length;
      expect(unknown).toBeLessThanOrEqual(80);
      expect(messages).toHaveLength((await campaigns()).reduce((sum, { recipients }) => sum + recipients, 0));
    });

    test('knows which campaigns are retries, and sends nothing again to those whom these reached', async () => {
      const [original, retry] = [await named('completed'), await named('completed (retry)')];
      expect(retry.retry_of).toBe(original.uuid);
      expect(original.retried_as).toBe(retry.uuid);
      const { data } = await server.call<{ data: Plan }>('POST', `${PATH}${original.uuid}/retry/plan/`, {});
      expect(data.recipients).toBe(retry.undelivered + retry.expired + retry.rejected);
    });
  });
}
