import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { Account } from '#schema/account.ts';
import type { Campaign } from '#schema/campaign.ts';
import { expandNext } from '../../../server/services/sending/campaigns.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';

export const ACCOUNTS = '/v1/admin/accounts/';
export const SEND = '/v1/sms/compose/';
export type Failed = { errors?: Record<string, string[]>; detail: string };
const numbers = (count: number) => Array.from({ length: count }, (_, i) => `98412${10_000 + i * 7}`);

/** New customers for each test, whose accounts have terms of their own. */
export function setUpTerms() {
  let base: TestApp;
  let world: TestApp;
  beforeAll(async () => {
    base = await createTestApp();
  });
  afterAll(() => base.close());
  beforeEach(async () => {
    world = await base.newCustomers();
  });
  afterEach(async () => {
    while (await expandNext(world.db)) {}
    await audit(world.db);
  });

  const set = async (terms: object) => {
    const body = { name: 'Himal Traders', type: 'company', ...terms };
    const answer = await world.call<{ data: Account } & Failed>(
      'admin',
      'PUT',
      `${ACCOUNTS}${world.accounts.customer}/`,
      body,
    );
    return answer;
  };

  const request = (count: number, change: object = {}) => ({
    ...{ name: 'Offer', sender: world.sender, body: 'Sale today', recipients: { numbers: numbers(count) } },
    ...change,
  });

  const send = (count: number, change: object = {}) =>
    world.call<{ data: Campaign } & Failed>('customer', 'POST', SEND, {
      ...request(count, change),
      max_cost: 1_000_000,
    });

  const sent = async (count: number, change: object = {}) => {
    const answer = await send(count, change);
    expect(answer.status, answer.text).toBe(201);
    return answer.body.data.uuid;
  };

  return {
    get world() {
      return world;
    },
    set,
    sent,
    request,
    send,
  };
}
