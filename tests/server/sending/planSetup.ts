import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import type { Plan } from '#schema/compose.ts';
import type { Failure } from '#schema/entity.ts';
import { createTestApp, type TestApp, type User } from '../../support/app.ts';

type Answer = { data: Plan & Campaign } & Failure;
export const PATH = '/v1/sms/compose/';

/** New customers for each test, and requests that plan and send for them. */
export function setUpPlans() {
  let app: TestApp;
  /** The app with customers of this test's own: prices are reckoned with what they have and have listed. */
  let world: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    world = await app.newCustomers();
  });
  const base = () => ({
    name: 'Offer',
    sender: world.sender,
    body: 'Sale today',
    recipients: { numbers: ['9841000001'] },
  });

  const post = (body: object, as: User = 'customer') => world.call<Answer>(as, 'POST', PATH, body);
  const ask = (body: object, as: User = 'customer') => world.call<Answer>(as, 'POST', `${PATH}plan/`, body);
  const plan = async (body: object): Promise<Plan> => {
    const answer = await ask(body);
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data;
  };

  return {
    get world() {
      return world;
    },
    base,
    post,
    ask,
    plan,
  };
}
