import { afterAll, beforeAll, expect } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import type { SenderIdentity, SenderRequest } from '#schema/senderIdentity.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';

export const OWN = '/v1/sms/identities/';
export const STAFF = '/v1/sms/sender-identities/';
export type One<T = SenderIdentity> = { data: T } & Failure;

/** Requests for sender IDs, and what staff decide about them. */
export function setUpSenderRequests() {
  let world: TestApp;
  beforeAll(async () => {
    world = await createTestApp();
  });
  afterAll(() => world.close());
  let n = 0;
  const newName = (): string => `Shop${++n}`;
  const ask = (body: object, caller: 'customer' | 'other' | 'support' = 'customer') =>
    world.call<One>(caller, 'POST', OWN, { name: newName(), purpose: 'Offers to our customers', ...body });
  const decide = (uuid: string, body: object, caller: 'admin' | 'support' | 'customer' = 'admin') =>
    world.call<One<SenderRequest>>(caller, 'PUT', `${STAFF}${uuid}/`, body);
  async function pending(caller: 'customer' | 'other' = 'customer'): Promise<SenderIdentity> {
    const { status, body, text } = await ask({}, caller);
    expect(status, text).toBe(201);
    return body.data;
  }

  return {
    get world() {
      return world;
    },
    newName,
    ask,
    decide,
    pending,
  };
}
