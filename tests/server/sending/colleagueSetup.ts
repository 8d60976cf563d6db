import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import type { Plan } from '#schema/compose.ts';
import { teamRoles } from '#schema/teamRoles.ts';
import { expandNext } from '../../../server/services/sending/campaigns.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';

export const PATH = '/v1/sms/compose/';
export const LIMIT = '/v1/autho/team/approval/';
type Answer<T> = { status: number; body: { data: T; detail?: string } };

/** An account whose campaigns wait for a colleague’s approval, and its users. */
export function setUpColleagues() {
  let base: TestApp;
  let world: TestApp;
  let sender: string;
  let owner: string;
  beforeAll(async () => {
    base = await createTestApp();
  });
  afterAll(() => base.close());
  beforeEach(async () => {
    world = await base.newCustomers();
    await staffLimit(null);
    sender = await joins('Gita Karki', 'sender');
    owner = await joins('Maya Rai', 'owner');
    expect((await setLimit(5)).status).toBe(200);
  });

  afterEach(async () => {
    while (await expandNext(world.db)) {}
    await audit(world.db);
  });

  let people = 0;
  /** A colleague of the customer with a role; returns a token of theirs. */
  async function joins(name: string, role: 'owner' | 'sender'): Promise<string> {
    const token = randomUUID();
    const pairs =
      role === 'owner' ? null : JSON.stringify([...teamRoles[role]].map((pair) => [...pair]).sort());
    await sql`
    WITH made AS (
      INSERT INTO users (account, name, email, role, ui_permissions, password_hash)
      SELECT account, ${name}, ${`mate-${++people}-${token}@himal.test`}, 'customer', ${pairs}::jsonb, password_hash
      FROM users WHERE email = ${world.emails.customer} RETURNING uuid)
    INSERT INTO token (hash, "user", expires_at)
    SELECT sha256(${token}::text::bytea), uuid, now() + interval '1 day' FROM made`.execute(world.db);
    return token;
  }

  async function as<T = Campaign>(
    token: string,
    method: 'GET' | 'POST' | 'PUT',
    url: string,
    payload?: object,
  ): Promise<Answer<T>> {
    const headers = {
      authorization: `Token ${token}`,
      ...(method === 'POST' && { 'idempotency-key': randomUUID() }),
    };
    const answer = await world.app.inject({ method, url, headers, ...(payload && { payload }) });
    return { status: answer.statusCode, body: answer.json() };
  }

  const setLimit = (above: number | null, token = owner) => as(token, 'PUT', LIMIT, { above });
  const staffLimit = (above: number | null) =>
    sql`UPDATE provider_setting SET approval_above = ${above}`.execute(base.db);
  const request = (count: number, change: object = {}) => ({
    name: 'Offer',
    sender: world.sender,
    body: 'Sale today',
    recipients: { numbers: Array.from({ length: count }, (_, i) => `98412${10_000 + i * 7}`) },
    ...change,
  });

  async function check(token: string, count: number, change: object = {}): Promise<Plan> {
    const answer = await as<Plan>(token, 'POST', `${PATH}plan/`, request(count, change));
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body.data;
  }

  async function send(token: string, count: number, change: object = {}): Promise<Campaign> {
    const { uuid: plan, cost } = await check(token, count, change);
    const sent = await as(token, 'POST', PATH, { ...request(count, change), plan, cost });
    expect(sent.status, JSON.stringify(sent.body)).toBe(201);
    return sent.body.data;
  }

  const decide = (token: string, uuid: string, action: 'approve' | 'reject', body: object = {}) =>
    as(token, 'POST', `${PATH}${uuid}/${action}/`, body);
  const show = async (uuid: string) => (await as(owner, 'GET', `${PATH}${uuid}/`)).body.data;
  const totals = async (table: 'colleague_day' | 'unapproved_day') => {
    const { rows } = await sql<{ n: number }>`
    SELECT recipients::int AS n FROM ${sql.table(table)} WHERE account = ${world.accounts.customer}
    ORDER BY day`.execute(world.db);
    return rows.map(({ n }) => n);
  };

  return {
    get world() {
      return world;
    },
    get sender() {
      return sender;
    },
    get owner() {
      return owner;
    },
    joins,
    as,
    setLimit,
    request,
    check,
    send,
    decide,
    show,
    totals,
    staffLimit,
  };
}
