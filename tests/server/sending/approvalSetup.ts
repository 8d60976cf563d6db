import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import type { Plan } from '#schema/compose.ts';
import type { Failure } from '#schema/entity.ts';
import { expandNext } from '../../../server/services/sending/campaigns.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';

export type Made = { data: Campaign } & Failure;
export const PATH = '/v1/sms/compose/';
export const STAFF = '/v1/admin/campaigns/';
export const numbers = (count: number) => Array.from({ length: count }, (_, i) => `98412${10_000 + i * 7}`);

/** A limit above which campaigns wait for staff, and requests that decide about them. */
export function setUpApproval() {
  let world: TestApp;
  beforeAll(async () => {
    world = await createTestApp();
  });
  afterAll(() => world.close());
  const limit = (above: number | null) =>
    world.call('admin', 'PUT', '/v1/admin/settings/', {
      approval_above: above,
      consecutive_numbers: null,
      staff_two_factor: false,
    });

  const request = (count: number, change: object = {}) => ({
    name: 'Offer',
    sender: world.sender,
    body: 'Sale today',
    recipients: { numbers: numbers(count) },
    ...change,
  });

  const check = async (body: object): Promise<Plan> => {
    const answer = await world.call<{ data: Plan }>('customer', 'POST', `${PATH}plan/`, body);
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data;
  };

  async function send(body: object): Promise<Campaign> {
    const plan = await check(body);
    const sent = await world.call<Made>('customer', 'POST', PATH, {
      ...body,
      plan: plan.uuid,
      cost: plan.cost,
    });
    expect(sent.status, sent.text).toBe(201);
    return sent.body.data;
  }

  const now = async (uuid: string) =>
    (await world.call<Made>('customer', 'GET', `${PATH}${uuid}/`)).body.data;
  const decide = (uuid: string, action: string, body: object = {}) =>
    world.call<Made>('admin', 'POST', `${STAFF}${uuid}/${action}/`, body);
  const balance = async (): Promise<number> => {
    const { rows } = await sql<{ balance: number }>`
    SELECT balance FROM account WHERE uuid = ${world.accounts.customer}`.execute(world.db);
    return rows[0]?.balance ?? -1;
  };

  const expand = async () => {
    while (await expandNext(world.db)) {}
  };
  const messages = async (uuid: string) => {
    const { rows } = await sql<{ status: string; n: number; error: string | null }>`
    SELECT status, error, count(*) AS n FROM message WHERE campaign = ${uuid}
    GROUP BY status, error ORDER BY status, error`.execute(world.db);
    return rows;
  };

  beforeEach(async () => {
    // Each test has its own day: what the others sent does not count.
    await sql`DELETE FROM unapproved_day`.execute(world.db);
    await limit(5);
  });

  afterEach(async () => {
    await expand();
    await audit(world.db);
  });

  return {
    get world() {
      return world;
    },
    request,
    send,
    now,
    decide,
    balance,
    expand,
    messages,
    limit,
    check,
  };
}
