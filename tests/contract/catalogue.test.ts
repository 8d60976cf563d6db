import { globSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { entities } from '#schema/index.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

type Endpoint = readonly [method: string, path: string] | readonly [string, string, as: string];

/**
 * The endpoints of the specification's section 7 that a customer's screen uses. `as` is how the console
 * writes a path that it takes from the schema.
 */
const customer: readonly Endpoint[] = [
  ['POST', '/v1/login/'],
  ['POST', '/v1/login/admin/'],
  ['GET', '/v1/autho/user/profile/'],
  ['POST', '/v1/autho/user/change-password/'],
  ['POST', '/v1/autho/user/signup/'],
  ['POST', '/v1/autho/user/verify-otp/'],
  ['POST', '/v1/autho/user/resend-verification/'],
  ['POST', '/v1/autho/password_reset/'],
  ['POST', '/v1/autho/password_reset/confirm/'],
  ['GET', '/v1/autho/accounts/'],
  ['POST', '/v1/core/upload/file/public/'],
  ['POST', '/v1/autho/kyc/submit/', '(KYC_SUBMIT'],
  ['GET', '/v1/autho/kyc/'],
  ['GET', '/v1/autho/kyc/:uuid/'],
  ['GET', '/v1/core/locations/provinces/', 'provinces/'],
  ['GET', '/v1/core/locations/districts/', 'districts/'],
  ['GET', '/v1/core/locations/municipalities/', 'municipalities/'],
  ['GET', '/v1/core/contacts/'],
  ['GET', '/v1/core/contacts/:uuid/'],
  ['GET', '/v1/core/contacts/:uuid/export/'],
  ['GET', '/v1/contact/contact-group/'],
  ['GET', '/v1/sms/templates/'],
  ['GET', '/v1/sms/templates/:uuid/'],
  ['GET', '/v1/sms/identities/'],
  ['POST', '/v1/sms/identities/'],
  ['POST', '/v1/sms/compose/'],
  ['GET', '/v1/sms/configs/'],
  ['GET', '/v1/sms/dispatch/'],
  ['GET', '/v1/credit/sms-consumption-history/'],
  ['GET', '/v1/credit/daily-consumption/'],
  ['GET', '/v1/credit/user-payment-reference/'],
  ['POST', '/v1/credit/user-payment-reference/:uuid/cancel_request/'],
  ['POST', '/v1/credit/user-payment-reference/smspackages/'],
  ['GET', '/v1/credit/wallet-history/'],
  ['POST', '/v1/credit/payment/credit_payment_initiate/'],
  ['GET', '/v1/core/sms/blacklist-numbers/'],
  ['GET', '/v1/core/sms/blacklist-numbers/:uuid/'],
  ['GET', '/v1/credit/sms-packages/'],
  ['GET', '/v1/credit/account-sms-packages/'],
];

/** The endpoints that staff's screens use. */
const staff: readonly Endpoint[] = [
  ['GET', '/v1/admin/dashboard-summary/', '(dashboardSummary'],
  ['GET', '/v1/admin/accounts/'],
  ['GET', '/v1/admin/accounts/:uuid/'],
  ['PUT', '/v1/admin/accounts/:uuid/'],
  ['GET', '/v1/admin/product-pricing/'],
  ['POST', '/v1/admin/product-pricing/'],
  ['GET', '/v1/admin/product-pricing/:uuid/'],
  ['PUT', '/v1/admin/product-pricing/:uuid/'],
  ['GET', '/v1/admin/product/active/', 'ACTIVE_PRICES'],
  ['GET', '/v1/admin/blocked-sms-keywords/'],
  ['POST', '/v1/admin/blocked-sms-keywords/'],
  ['GET', '/v1/admin/payment-reference/'],
  ['GET', '/v1/autho/users/'],
  ['POST', '/v1/autho/users/'],
  ['GET', '/v1/autho/users/:uuid/'],
  ['PUT', '/v1/autho/users/:uuid/'],
  ['POST', '/v1/autho/kyc/approve/'],
  ['POST', '/v1/autho/kyc/reject/'],
  ['GET', '/v1/viber/identity/'],
  ['GET', '/v1/sms/sender-identities/'],
  ['GET', '/v1/sms/sender-identities/:uuid/'],
  ['PUT', '/v1/sms/sender-identities/:uuid/'],
  ['GET', '/v1/credit/user-wallets/all/'],
  ['POST', '/v1/credit/payment/credit_payment_confirm/'],
  ['POST', '/v1/credit/payment/credit_payment_reject/'],
  ['GET', '/v1/credit/sms-packages/all/'],
  ['GET', '/v1/credit/sms-packages/:uuid/'],
];

/** Spellings that work besides the ones that the console uses. */
const spellings = [
  '/v1/credit/daily_consumption/',
  '/v1/sms/blacklist-numbers/',
  '/v1/credit/user-payment-reference/all/',
];

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

const source = globSync('src/**/*.{ts,tsx}')
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');
const schema = globSync('schema/*.ts')
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

/** Whether the console has a resource, or a call by path, for the entity with this path. */
function usesEntity(path: string): boolean {
  const entity = entities.find((one) => one.path === path);
  if (!entity) return false;
  const variable = new RegExp(`export const (\\w+) = defineEntity\\(\\{\\s*name: '${entity.name}'`).exec(
    schema,
  )?.[1];
  return (
    source.includes(`${variable}.name`) ||
    source.includes(`${variable}.path`) ||
    source.includes(`'${entity.name}'`)
  );
}

/** The ways a call of this path can be written: whole, or after the prefix that a file's calls share. */
const written = (path: string): string[] => [path, `'${path.replace('/v1/autho/', '')}'`];

/** Whether the console calls this path: of its collection, or of the action that follows a uuid. */
function isCalled(path: string): boolean {
  const [collection = '', action = '/'] = path.split(':uuid');
  const isKnown = written(collection).some((text) => source.includes(text)) || usesEntity(collection);
  return isKnown && (action === '/' || source.includes(action.slice(1)));
}

test.each([...customer, ...staff])(
  '%s %s is answered, and called by a screen',
  (method, path, as?: string) => {
    expect(world.app.hasRoute({ method, url: path })).toBe(true);
    expect(as === undefined ? isCalled(path) : source.includes(as)).toBe(true);
  },
);

test.each(spellings)('%s answers too', async (path) => {
  expect((await world.call('admin', 'GET', path)).status).toBe(200);
});
