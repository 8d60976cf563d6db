import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import type { PaymentReference } from '#schema/paymentReference.ts';
import { type Database, openDatabase } from '../../../server/db/database.ts';
import { keepMonths } from '../../../server/services/sending/messageMonths.ts';
import { packMonth } from '../../../server/services/sending/packedMonths.ts';
import { PASSWORD, type Seeded, seed, users } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';
import { createTestDatabase, type TestDatabase, withAdmin } from '../../support/database.ts';
import { patience } from '../../support/linkWorld.ts';
import { failedStart, type RunningServer, startServer } from '../../support/server.ts';
import { type RunningSimulator, startSimulator } from '../../support/simulator.ts';
import { soon } from '../../support/soon.ts';

const mark = randomBytes(4).toString('hex');
const APP = `console_${mark}`;
const OWNER = `${APP}_owner`;
/** What docs/deploy.md has people run, for roles of this test alone. */
const roles = readFileSync(new URL('../../../deploy/roles.sql', import.meta.url), 'utf8')
  .replaceAll('console_owner', OWNER)
  .replace(/\bconsole\b/g, APP);

let database: TestDatabase;
let app: Database;
let owner: Database;
let server: RunningServer;
let operator: RunningSimulator;
let seeded: Seeded;
/** A process of the server's role, before the owner's has migrated. */
let tooEarly: Awaited<ReturnType<typeof failedStart>>;

const urlOf = (role: string): string => {
  const url = new URL(database.url);
  url.username = role;
  url.password = mark;
  return url.href;
};
const open = (role: string) => openDatabase(urlOf(role), 5, () => {});
const admin = (statement: string) => withAdmin(inject('adminUrl') as string, statement);

/** Only a superuser hands a database over, and the tests may be given one of somebody who is none. */
const isSuperuser = async (): Promise<boolean> => {
  const { db, close } = openDatabase(inject('adminUrl') as string, 1, () => {});
  const { rows } = await sql<{ is: boolean }>`
    SELECT rolsuper AS is FROM pg_roles WHERE rolname = current_user`.execute(db);
  await close();
  return rows[0]?.is === true;
};

describe.skipIf(!(await isSuperuser()))('two roles of one database:', () => {
  beforeAll(async () => {
    database = await createTestDatabase('template0');
    for (const role of [OWNER, APP]) await admin(`CREATE ROLE ${role} LOGIN PASSWORD '${mark}'`);
    await withAdmin(database.url, roles);
    operator = await startSimulator({ undelivered: 0 });
    tooEarly = await failedStart({ DATABASE_URL: urlOf(APP) });
    server = await startServer({
      DATABASE_URL: urlOf(APP),
      SMPP_URL: operator.url,
      MIGRATION_DATABASE_URL: urlOf(OWNER),
      ADMIN_EMAIL: 'first@demo.test',
      ADMIN_PASSWORD: PASSWORD,
      SELLER_NAME: 'Demo Provider',
      SELLER_PAN: '301234567',
      LOG_LEVEL: 'warn',
    });
    await withAdmin(database.url, roles);
    app = open(APP);
    owner = open(OWNER);
    seeded = await seed(app.db);
  });
  afterAll(async () => {
    await server?.kill('SIGTERM');
    await operator?.kill();
    await app?.close();
    await owner?.close();
    await database?.drop();
    for (const role of [APP, OWNER]) await admin(`DROP ROLE IF EXISTS ${role}`);
  });

  describe('a server whose role owns no table', () => {
    /** Sends a campaign to its end, as the customer. */
    async function sendTwo(): Promise<void> {
      await server.signIn(users.customer, PASSWORD);
      const { data: campaign } = await server.call<{ data: Campaign }>('POST', '/v1/sms/compose/', {
        name: 'Offer',
        sender: seeded.sender,
        body: 'Hello',
        recipients: { numbers: ['9842010100', '9842010101'] },
        max_cost: 1_000,
      });
      await vi.waitFor(async () => {
        const { data } = await server.call<{ data: Campaign }>('GET', `/v1/sms/compose/${campaign.uuid}/`);
        expect(data).toMatchObject({ status: 'completed', delivered: 2 });
      }, patience);
    }
    const balanceAndInvoices = async () => {
      const { rows } = await sql<{ balance: number; invoices: number }>`
        SELECT balance, (SELECT count(*)::int FROM invoice) AS invoices FROM account
        WHERE uuid = ${seeded.customer}`.execute(app.db);
      return rows[0]!;
    };

    test('signs in, sends a campaign to its end, and takes a payment with its invoice', async () => {
      const before = await balanceAndInvoices();
      await sendTwo();
      const { data: payment } = await server.call<{ data: PaymentReference }>(
        'POST',
        '/v1/credit/payment/credit_payment_initiate/',
        { amount: 100_000, method: 'bank', reference: 'NIC 1' },
      );
      await server.signIn(users.admin, PASSWORD, '/v1/login/admin/');
      await server.call('POST', '/v1/credit/payment/credit_payment_confirm/', { uuid: payment.uuid });
      expect(await balanceAndInvoices()).toEqual({
        balance: before.balance + 100_000 - 271,
        invoices: before.invoices + 1,
      });
      await audit(app.db);
      expect(server.log()).not.toMatch(/permission denied|must be owner/);
    });

    test.each([
      ['empty the ledger', 'TRUNCATE wallet_entry'],
      ['empty it with what refers to it', 'TRUNCATE account CASCADE'],
      ['change an entry', 'UPDATE wallet_entry SET amount = 0'],
      ['delete an entry', 'DELETE FROM wallet_entry'],
      ['change the audit log', "UPDATE audit_entry SET title = ''"],
      ['change an invoice', 'UPDATE invoice SET total = 0'],
      ['change a decision', "UPDATE kyc_decision SET reason = ''"],
      ['drop a trigger', 'DROP TRIGGER wallet_entry_append_only ON wallet_entry'],
      ['switch a trigger off', 'ALTER TABLE wallet_entry DISABLE TRIGGER ALL'],
      ['switch all of them off', 'SET session_replication_role = replica'],
      ['replace what a trigger does', 'ALTER FUNCTION refuse_change() RENAME TO other'],
      ['drop a table', 'DROP TABLE wallet_entry CASCADE'],
      ['make something in its place', 'CREATE TABLE mine ()'],
      ['make a schema', 'CREATE SCHEMA mine'],
      ['become the owner', `SET ROLE ${OWNER}`],
      ['write down a migration', "INSERT INTO kysely_migration VALUES ('9999', 'now')"],
    ])('cannot %s', async (_, statement) => {
      await expect(sql.raw(statement).execute(app.db)).rejects.toThrow(/permission denied|must be owner/);
    });

    test('starts without the owner’s password once the database is migrated, and says why before', async () => {
      expect(tooEarly.output).toContain('start a process with MIGRATION_DATABASE_URL first');
      expect(tooEarly.code).toBe(1);
      const second = await startServer({ DATABASE_URL: urlOf(APP), LOG_LEVEL: 'warn' }, ['--role', 'api']);
      await second.signIn(users.customer, PASSWORD);
      await second.kill('SIGTERM');
      expect(second.log()).not.toMatch(/permission denied|must be owner/);
    });

    test('makes the months of messages and removes them, by the owner’s functions and nothing else', async () => {
      const months = async () => {
        const { rows } = await sql<{ name: string }>`
        SELECT relname AS name FROM pg_class WHERE relname ~ '^message_\\d{4}' AND relkind = 'r' ORDER BY 1`.execute(
          app.db,
        );
        return rows.map(({ name }) => name);
      };
      const before = await months();
      expect(before).toHaveLength(3);
      await sendTwo();
      // As if these months, of which nobody has sent in the later ones yet, had ended long ago: what this one has stays.
      // It gives up where it would wait for a lock, as beside the server's own rounds, and is called again each minute.
      await soon(async () => {
        await keepMonths(app.db, -3);
        expect(await months()).toEqual(before.slice(0, 1));
      });
      await soon(async () => {
        await keepMonths(app.db, null);
        expect(await months()).toEqual(before);
      });
      await soon(async () => expect(await packMonth(app.db, before[0] as string, 0)).toBe('packed'));
      for (const name of [before[0], before[2]])
        await sql`SELECT FROM ${sql.table(name as string)}`.execute(app.db);
      for (const statement of [
        "SELECT drop_message_month('wallet_entry')",
        `SELECT drop_message_month('${before[0]}')`,
        "SELECT detach_message_month('message_before')",
        "SELECT pack_message_month('wallet_entry', 1, '0')",
      ])
        await expect(sql.raw(statement).execute(app.db)).rejects.toThrow(/is no month of messages/);
    });
  });

  test('the owner can back up all of it, the queue too', async () => {
    const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM pg_class c
    WHERE relnamespace IN ('public'::regnamespace, 'pgboss'::regnamespace) AND relkind IN ('r', 'p')
      AND NOT has_table_privilege(c.oid, 'SELECT')`.execute(owner.db);
    expect(rows).toEqual([{ n: 0 }]);
    await sql`SELECT FROM pgboss.job`.execute(owner.db);
  });

  test('tables that refuse changes refuse TRUNCATE, whoever asks', async () => {
    const { rows } = await sql<{ name: string }>`
    SELECT DISTINCT tgrelid::regclass::text AS name FROM pg_trigger WHERE tgfoid = 'refuse_change'::regproc
    ORDER BY 1`.execute(owner.db);
    expect(rows.map(({ name }) => name)).toEqual([
      ...['audit_entry', 'invoice', 'invoice_settlement', 'kyc_correction', 'kyc_decision', 'wallet_entry'],
    ]);
    for (const { name } of rows)
      await expect(sql`TRUNCATE ${sql.table(name)} CASCADE`.execute(owner.db)).rejects.toThrow(
        `${name} is append-only`,
      );
  });

  test('what runs with the owner’s rights has a search path that nobody else can write in', async () => {
    const { rows } = await sql<{ name: string; config: string[]; isPublic: boolean }>`
    SELECT proname AS name, proconfig AS config, has_function_privilege('public', oid, 'EXECUTE') AS "isPublic"
    FROM pg_proc WHERE prosecdef AND pronamespace = 'public'::regnamespace ORDER BY 1`.execute(owner.db);
    const config = ['search_path=public, pg_temp'];
    expect(rows).toEqual(
      [
        ...['add_message_month', 'detach_message_month', 'drop_message_month', 'erase_number_in_audit'],
        'pack_message_month',
      ].map((name) => ({ name, config, isPublic: false })),
    );
  });

  test('an installation that had one role is handed over, with its queue', async () => {
    const single = await createTestDatabase('template0');
    const other = randomBytes(4).toString('hex');
    const [own, run] = [`console_${other}_owner`, `console_${other}`];
    const at = (role: string) => {
      const url = new URL(single.url);
      Object.assign(url, { username: role, password: other });
      return url.href;
    };
    for (const role of [own, run]) await admin(`CREATE ROLE ${role} LOGIN PASSWORD '${other}'`);
    try {
      await admin(`ALTER DATABASE ${new URL(single.url).pathname.slice(1)} OWNER TO ${run}`);
      const before = await startServer({ DATABASE_URL: at(run), LOG_LEVEL: 'warn' });
      await before.kill('SIGTERM');
      await withAdmin(single.url, roles.replaceAll(OWNER, own).replaceAll(APP, run));
      const after = await startServer({
        DATABASE_URL: at(run),
        MIGRATION_DATABASE_URL: at(own),
        ADMIN_EMAIL: 'first@demo.test',
        ADMIN_PASSWORD: PASSWORD,
        LOG_LEVEL: 'warn',
      });
      await after.signIn('first@demo.test', PASSWORD, '/v1/login/admin/');
      await expect(withAdmin(at(run), 'TRUNCATE wallet_entry')).rejects.toThrow(/permission denied/);
      await after.kill('SIGTERM');
      expect(after.log()).not.toMatch(/permission denied|must be owner/);
    } finally {
      await single.drop();
      for (const role of [run, own]) await admin(`DROP ROLE IF EXISTS ${role}`);
    }
  });
});
