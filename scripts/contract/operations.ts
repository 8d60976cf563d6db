import { z } from 'zod';
import { catalogue } from '#schema/catalogue.ts';
import { dashboardSummary } from '#schema/dashboardSummary.ts';
import type { Entity } from '#schema/entity.ts';
import { entities } from '#schema/index.ts';
import { district, municipality, province } from '#schema/location.ts';
import type { Pair } from '#schema/permissions.ts';
import { activePrices } from '#schema/productPricing.ts';
import { smsConfig } from '#schema/smsConfig.ts';
import { profile } from '#schema/user.ts';

/** Who calls an operation: anybody, every signed-in user, or users with one of these pairs. */
type Callers = 'public' | 'signed-in' | readonly Pair[];

export interface Operation {
  /** `GET /v1/core/contacts/{uuid}/`, as the catalogue writes it. */
  name: string;
  method: string;
  path: string;
  callers: Callers;
  /** The entity whose list or record the operation returns. */
  entity?: Entity;
  /** What the operation returns, if it is not an entity's record. */
  answer?: z.ZodType;
  /** Another spelling that the console does not use. */
  isAlias?: boolean;
}

interface Special {
  callers: Callers;
  answer?: z.ZodType;
}

const writer = (name: string): Special => ({ callers: [[name, 'post']] });
const everyone: Special = { callers: 'signed-in' };
const open: Special = { callers: 'public' };

/** The catalogue's operations that no list, record or form of an entity calls. */
const specials: Readonly<Record<string, Special>> = {
  'POST /v1/login/': open,
  'POST /v1/login/admin/': open,
  'POST /v1/autho/user/signup/': open,
  'POST /v1/autho/user/verify-otp/': open,
  'POST /v1/autho/user/resend-verification/': open,
  'POST /v1/autho/password_reset/': open,
  'POST /v1/autho/password_reset/confirm/': open,
  'GET /v1/autho/user/profile/': { ...everyone, answer: profile },
  'POST /v1/autho/user/change-password/': everyone,
  'POST /v1/core/upload/file/public/': everyone,
  'GET /v1/core/locations/provinces/': { ...everyone, answer: z.array(province) },
  'GET /v1/core/locations/districts/': { ...everyone, answer: z.array(district) },
  'GET /v1/core/locations/municipalities/': { ...everyone, answer: z.array(municipality) },
  'GET /v1/core/contacts/{uuid}/export/': { callers: [['contact-list', 'get']] },
  'GET /v1/sms/configs/': { callers: [['bulk-sms', 'post']], answer: smsConfig },
  'POST /v1/sms/compose/': writer('bulk-sms'),
  'POST /v1/autho/kyc/submit/': everyone,
  'POST /v1/autho/kyc/approve/': writer('kyc-list'),
  'POST /v1/autho/kyc/reject/': writer('kyc-list'),
  'GET /v1/admin/dashboard-summary/': { callers: [['dashboard-summary', 'get']], answer: dashboardSummary },
  'GET /v1/admin/product/active/': { callers: [['product-pricing-list', 'get']], answer: activePrices },
  'POST /v1/credit/payment/credit_payment_initiate/': {
    callers: [
      ['topup-list', 'post'],
      ['topup-list', 'get'],
    ],
  },
  'POST /v1/credit/user-payment-reference/smspackages/': writer('package-list'),
  'POST /v1/credit/user-payment-reference/{uuid}/cancel_request/': {
    callers: [
      ['topup-list', 'post'],
      ['topup-list', 'get'],
    ],
  },
  // These entities are written by forms of their own, and these by a button.
  'DELETE /v1/admin/product-pricing/{uuid}/': writer('product-pricing-list'),
  'DELETE /v1/sms/identities/{uuid}/': writer('profile-my'),
  'POST /v1/credit/payment/credit_payment_confirm/': writer('payment-reference-list'),
  'POST /v1/credit/payment/credit_payment_reject/': writer('payment-reference-list'),
};

const byPath = (path: string): Entity | undefined =>
  entities.find((one) => one.path === path || one.aliases.includes(path));

const writes = { POST: 'create', PUT: 'update', DELETE: 'delete' } as const;

/** Who may read an entity's records. */
const readers = ({ read, alsoRead }: Entity): Callers => (read === true ? 'signed-in' : [read, ...alsoRead]);

/** A catalogue operation as the console calls it; undefined if the console does not call it. */
function known(name: string): Operation | undefined {
  const [method = '', path = ''] = name.split(' ');
  const special = specials[name];
  if (special) return { name, method, path, ...special };
  const entity = byPath(path.replace('{uuid}/', ''));
  if (!entity) return undefined;
  const operation = { name, method, path, entity, isAlias: !path.startsWith(entity.path) };
  if (method === 'GET') return { ...operation, callers: readers(entity) };
  if (!entity.write || !entity.writes.includes(writes[method as keyof typeof writes])) return undefined;
  // If a server has no write pairs, everyone who can read gets the form, and the server decides.
  return {
    ...operation,
    callers: [entity.write, ...(entity.tenancy === 'own' ? [entity.read as Pair] : [])],
  };
}

/** The part of the specification's catalogue that the console calls. */
export const operations: readonly Operation[] = catalogue.flatMap((name) => known(name) ?? []);

/** Operations of the catalogue that the console never calls. */
export const uncalled: readonly string[] = catalogue.filter((name) => !known(name));
