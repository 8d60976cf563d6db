import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { User as Record } from '#schema/users.ts';
import { createTestApp, type TestApp, type User, users } from '../../support/app.ts';

export const PATH = '/v1/autho/users/';
export interface Failure {
  detail: string;
  code: string;
  errors?: { [field: string]: string[] };
}

/** Two accounts with their users, and requests that list, change and invite users. */
export function setUpUsers() {
  let world: TestApp;
  let ids: { [caller in User]: string };
  beforeAll(async () => {
    world = await createTestApp();
    const { rows } = await sql<{ uuid: string; email: string }>`SELECT uuid, email FROM users`.execute(
      world.db,
    );
    const of = (email: string) => rows.find((row) => row.email === email)?.uuid as string;
    ids = Object.fromEntries(
      Object.entries(users).map(([caller, email]) => [caller, of(email)]),
    ) as typeof ids;
  });

  afterAll(() => world.close());
  /** Every test starts with the seeded users and their rights. */
  beforeEach(async () => {
    await sql`DELETE FROM users WHERE uuid <> ALL(${Object.values(ids)})`.execute(world.db);
    await sql`UPDATE users SET is_active = true, ui_permissions = NULL`.execute(world.db);
    await sql`DELETE FROM mail_quota`.execute(world.db);
  });

  const put = <T = Failure>(as: User, caller: User | string, body: object) =>
    world.call<T>(as, 'PUT', `${PATH}${ids[caller as User] ?? caller}/`, body);
  let made = 0;
  async function invite(more: object = {}): Promise<Record> {
    made += 1;
    const body = { name: 'Gita Thapa', email: `gita${made}@himal.test`, role: 'customer', ...more };
    const withAccount = { account: world.accounts.customer, ...body };
    const answer = await world.call<{ data: Record }>('admin', 'POST', PATH, withAccount);
    expect(answer.status, answer.text).toBe(201);
    return answer.body.data;
  }

  const inviteAdmin = (more: object = {}) =>
    invite({ role: 'admin', account: null, name: 'Second Admin', ...more });
  return {
    get world() {
      return world;
    },
    get ids() {
      return ids;
    },
    put,
    invite,
    inviteAdmin,
  };
}
