import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InjectOptions } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { buildApp } from '../../server/app.ts';
import { readConfig } from '../../server/config.ts';
import { openDatabase } from '../../server/db/database.ts';
import { DEMO_PASSWORD, seedReference } from '../../server/demo/demo.ts';
import type { App, Deps } from '../../server/deps.ts';
import { mailDelivery } from '../../server/jobs/mail.ts';
import { runImport } from '../../server/services/contacts/sheetImport.ts';
import { localFiles } from '../../server/services/files/files.ts';
import { runExport } from '../../server/services/people/accountExport.ts';
import { runErasure } from '../../server/services/people/erasure.ts';
import { recordAnswers } from './answers.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { passwordHash } from './passwordHash.ts';

export const PASSWORD = DEMO_PASSWORD;
/** The users that createTestApp seeds: `other` is a customer of another account. */
export const users = {
  customer: 'customer@demo.test',
  other: 'other@demo.test',
  support: 'support@demo.test',
  admin: 'admin@demo.test',
} as const;
export type User = keyof typeof users;

export interface Answer<T = unknown> {
  status: number;
  /** The parsed body; undefined if there is none or it is not JSON. */
  body: T;
  text: string;
  headers: Record<string, unknown>;
}

export interface TestApp {
  app: App;
  deps: Deps;
  db: Kysely<unknown>;
  url: string;
  /** Folder of the file store. */
  folder: string;
  accounts: { customer: string; other: string; provider: string };
  /** The approved sender identity DEMO of the customer's account. */
  sender: string;
  /** The address of every user. */
  emails: Record<User, string>;
  /** A token of every user, without the cost of signing in. */
  tokens: Record<User, string>;
  /** Gives users new tokens, for example after a test that ended their sessions. */
  renewTokens(...of: User[]): Promise<void>;
  /**
   * The same app with a new customer and a new other, in new accounts: for a test that counts or spends
   * something that another test may have as well. Staff stay the same.
   */
  newCustomers(): Promise<TestApp>;
  /** Signs in through the API and returns the token. */
  signIn(email: string): Promise<string>;
  /** Calls the API as a seeded user, or as nobody (null). */
  call<T = unknown>(as: User | null, method: string, path: string, body?: unknown): Promise<Answer<T>>;
  /** Uploads a file as the customer, or as another user. */
  upload<T = unknown>(content: string | Buffer, name?: string, as?: User): Promise<Answer<T>>;
  /** Answers so far that the OpenAPI document does not list: `POST /v1/sms/compose/ 409`. */
  undocumented(): string[];
  close(): Promise<void>;
}

export interface Seeded {
  customer: string;
  other: string;
  provider: string;
  sender: string;
}

/** Two customers with money, and an approved sender for the first. */
async function seedCustomers(
  db: Kysely<unknown>,
  emails: Pick<Record<User, string>, 'customer' | 'other'>,
): Promise<Omit<Seeded, 'provider'>> {
  const hash = await passwordHash;
  const { rows } = await sql<Omit<Seeded, 'provider'>>`
    WITH customer AS (INSERT INTO account (name, balance) VALUES ('Himal Traders', 5000000) RETURNING uuid),
    other AS (INSERT INTO account (name, balance) VALUES ('Terai Mills', 5000000) RETURNING uuid),
    entries AS (
      INSERT INTO wallet_entry (account, kind, amount, balance)
      SELECT uuid, 'opening', 5000000, 5000000 FROM customer UNION ALL
      SELECT uuid, 'opening', 5000000, 5000000 FROM other),
    people AS (
      INSERT INTO users (account, name, email, role, password_hash)
      SELECT uuid, 'Sita Sharma', ${emails.customer}, 'customer', ${hash} FROM customer UNION ALL
      SELECT uuid, 'Ram Yadav', ${emails.other}, 'customer', ${hash} FROM other),
    sender AS (
      INSERT INTO sender_identity (account, name, purpose, status)
      SELECT uuid, 'DEMO', 'Demonstration', 'approved' FROM customer RETURNING uuid)
    SELECT customer.uuid AS customer, other.uuid AS other, sender.uuid AS sender
    FROM customer, other, sender`.execute(db);
  return rows[0] as Omit<Seeded, 'provider'>;
}

/** Two customers with money, staff, and an approved sender for the first; all with the same password. */
export async function seed(db: Kysely<unknown>): Promise<Seeded> {
  await seedReference(db);
  const hash = await passwordHash;
  const customers = await seedCustomers(db, users);
  const { rows } = await sql<Pick<Seeded, 'provider'>>`
    WITH provider AS (INSERT INTO account (name, is_provider) VALUES ('Demo Provider', true) RETURNING uuid),
    people AS (
      INSERT INTO users (account, name, email, role, password_hash)
      SELECT uuid, 'Bikash Rai', ${users.support}, 'support', ${hash} FROM provider UNION ALL
      SELECT uuid, 'Asha Gurung', ${users.admin}, 'admin', ${hash} FROM provider)
    SELECT uuid AS provider FROM provider`.execute(db);
  return { ...customers, ...(rows[0] as Pick<Seeded, 'provider'>) };
}

/** A new token for each. */
async function tokensOf<Who extends User>(
  db: Kysely<unknown>,
  emails: Record<Who, string>,
): Promise<Record<Who, string>> {
  const entries = Object.entries<string>(emails).map(([user, email]) => ({
    user,
    email,
    token: `${user}-${randomUUID()}`,
  }));
  await sql`
    INSERT INTO token (hash, "user", expires_at)
    SELECT sha256(t.token::bytea), u.uuid, now() + interval '1 day'
    FROM jsonb_to_recordset(${JSON.stringify(entries)}) AS t(email text, token text)
    JOIN users u USING (email)`.execute(db);
  return Object.fromEntries(entries.map(({ user, token }) => [user, token])) as Record<Who, string>;
}

const runs = { 'contact-import': runImport, 'account-export': runExport, erasure: runErasure } as const;

/** Where campaigns go: to an operator, to the simulator only, or nowhere. No worker runs the link. */
async function seedLink(db: Kysely<unknown>, kind: 'operator' | 'simulator'): Promise<void> {
  await sql`
    INSERT INTO operator_link (name, managed_by, is_simulator, host, port, system_id)
    VALUES (${kind}, 'environment', ${kind === 'simulator'}, '127.0.0.1', 2775, 'demo')`.execute(db);
}

/** The bytes of a multipart body that contains one file. */
export function multipart(
  content: string | Buffer,
  { name = 'contacts.csv', field = 'file' } = {},
): { payload: Buffer; headers: { 'content-type': string } } {
  const boundary = `----${randomUUID()}`;
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  return {
    payload: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

/**
 * The whole server on its own database, not listening, with an account and users of every role. Jobs run in
 * the process: `enqueue` returns when an import has ended and `deliverMail` when the mail is in the outbox
 * (GET /dev/outbox), unless others are given. `environment` is parsed like the server's own.
 */
export async function createTestApp({
  environment = {},
  link = 'operator',
  database: own,
  ...options
}: Partial<Pick<Deps, 'enqueue' | 'deliverMail' | 'files'>> & {
  environment?: Record<string, string>;
  link?: 'operator' | 'simulator' | 'none';
  /** An empty one with the newest schema, instead of one on the run's server. */
  database?: TestDatabase;
} = {}): Promise<TestApp> {
  const database = own ?? (await createTestDatabase());
  const folder = await mkdtemp(join(tmpdir(), 'bulk-sms-files-'));
  const { db, close } = openDatabase(database.url, 10, () => {});
  const { sender, ...accounts } = await seed(db);
  if (link !== 'none') await seedLink(db, link);
  const tokens = await tokensOf(db, users);
  const files = options.files ?? localFiles(folder);
  const deps: Deps = {
    config: readConfig({ LOG_LEVEL: 'silent', DATA_DIR: folder, ...environment }),
    db,
    files,
    enqueue: (job, { uuid }) => runs[job]({ db, files }, uuid),
    deliverMail: mailDelivery({
      db,
      publicUrl: () => 'https://sms.example',
      transport: async () => 'shown',
      log: { warn: () => {} },
    }),
    ...options,
  };
  const app = await buildApp(deps);
  const undocumented = recordAnswers(app);

  let customers = 0;

  /** The app as these users see it. */
  function seenBy({
    emails,
    tokens,
    ...own
  }: Pick<TestApp, 'accounts' | 'sender' | 'emails' | 'tokens'>): TestApp {
    async function request<T>(
      as: User | null,
      { headers, ...rest }: Omit<InjectOptions, 'headers' | 'method'> & { method: string; headers?: object },
    ): Promise<Answer<T>> {
      const response = await app.inject({
        ...rest,
        headers: { ...(as && { authorization: `Token ${tokens[as]}` }), ...headers },
      } as InjectOptions);
      const isJson = /json/.test(String(response.headers['content-type'])) && response.body !== '';
      return {
        status: response.statusCode,
        body: (isJson ? JSON.parse(response.body) : undefined) as T,
        text: response.body,
        headers: response.headers,
      };
    }

    return {
      app,
      deps,
      db,
      url: database.url,
      folder,
      undocumented,
      ...own,
      emails,
      tokens,
      async renewTokens(...of) {
        const some = Object.fromEntries(of.map((user) => [user, emails[user]])) as Record<User, string>;
        Object.assign(tokens, await tokensOf(db, some));
      },
      async newCustomers() {
        const number = ++customers;
        const people = { customer: `customer-${number}@demo.test`, other: `other-${number}@demo.test` };
        const { sender, ...accounts } = await seedCustomers(db, people);
        return seenBy({
          accounts: { ...own.accounts, ...accounts },
          sender,
          emails: { ...emails, ...people },
          tokens: { ...tokens, ...(await tokensOf(db, people)) },
        });
      },
      async signIn(email) {
        const door = email === users.admin || email === users.support ? '/v1/login/admin/' : '/v1/login/';
        const { body } = await request<{ data: { token: string } }>(null, {
          method: 'POST',
          url: door,
          payload: JSON.stringify({ email, password: PASSWORD }),
          headers: { 'content-type': 'application/json' },
        });
        return body.data.token;
      },
      call: (as, method, url, body) =>
        request(as, {
          method,
          url,
          ...(body !== undefined && {
            payload: JSON.stringify(body),
            headers: { 'content-type': 'application/json' },
          }),
        }),
      upload: (content, name = 'contacts.csv', as = 'customer') =>
        request(as, {
          method: 'POST',
          url: '/v1/core/upload/file/public/',
          ...multipart(content, { name }),
        }),
      async close() {
        await app.close();
        await close();
        await database.drop();
        await rm(folder, { recursive: true, force: true });
      },
    };
  }
  return seenBy({ accounts, sender, emails: { ...users }, tokens });
}
