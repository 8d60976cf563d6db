import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { AuditEntry } from '#schema/auditEntry.ts';
import { createTestApp, PASSWORD, type TestApp, type User } from '../../support/app.ts';

export type One = { data: { uuid: string; token: string; status: string } };
export const words = (entries: AuditEntry[]): string[] =>
  entries.map((e) => [e.action, e.entity, e.title ?? '-', e.actor_name ?? '-'].join(' · '));

/** What must never be in the log: everything that a work below knew or was given. */
export const secrets: string[] = [PASSWORD];

/** New customers for each test, and what the audit log has of their requests. */
export function setUpAudit() {
  let app: TestApp;
  /** The app with customers of this test's own. */
  let world: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    world = await app.newCustomers();
  });
  /** Does something, and answers what the log got by it, oldest first: action, entity, title, who and from where. */
  async function logged(work: () => Promise<unknown>): Promise<AuditEntry[]> {
    const before = await sql<{ uuid: string }>`SELECT uuid FROM audit_entry`.execute(world.db);
    const known = new Set(before.rows.map(({ uuid }) => uuid));
    await work();
    const { rows } = await sql<AuditEntry>`SELECT * FROM audit_entry ORDER BY uuid`.execute(world.db);
    return rows.filter(({ uuid }) => !known.has(uuid));
  }

  async function call<T = One>(as: User | null, method: string, path: string, body?: unknown): Promise<T> {
    const answer = await world.call<T>(as, method, path, body);
    expect(answer.status, `${method} ${path} ${answer.text}`).toBeLessThan(300);
    return answer.body;
  }

  /** Looks for every secret so far in the whole log. Answers how many entries that has. */
  async function findNoSecret(): Promise<number> {
    const { rows } = await sql<{ text: string }>`SELECT audit_entry::text AS text FROM audit_entry`.execute(
      world.db,
    );
    const hashes = await sql<{ hash: string }>`
    SELECT password_hash AS hash FROM users UNION SELECT encode(hash, 'hex') FROM token
    UNION SELECT encode(hash, 'base64') FROM token`.execute(world.db);
    const forbidden = [...secrets, ...Object.values(world.tokens), ...hashes.rows.map(({ hash }) => hash)];
    expect(forbidden.every((secret) => secret.length >= 6)).toBe(true);
    const dump = rows.map(({ text }) => text).join('\n');
    expect(forbidden.filter((secret) => dump.includes(secret))).toEqual([]);
    expect(dump).not.toMatch(/argon2|password_hash|"token"/);
    return rows.length;
  }

  afterEach(async () => void (await findNoSecret()));
  return {
    get app() {
      return app;
    },
    get world() {
      return world;
    },
    set world(value) {
      world = value;
    },
    logged,
    call,
    findNoSecret,
  };
}
