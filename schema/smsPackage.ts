import { z } from 'zod';
import { defineEntity, field } from './entity.ts';
import { ofAccount } from './ofAccount.ts';

/** A package that the provider sells: message parts that are used before the wallet until they expire. */
export const smsPackage = defineEntity({
  name: 'packages/sms',
  path: '/v1/credit/sms-packages/',
  read: ['package-list', 'get'],
  tenancy: 'everyone',
  title: 'name',
  order: 'price',
  fields: {
    name: field('text', z.string(), { write: 'never', sort: true, search: true }),
    parts: field('integer', z.int().positive(), { write: 'never', sort: true }),
    /** Price of the whole package, VAT included. */
    price: field('money', z.int().positive(), { write: 'never', sort: true }),
    validity_days: field('integer', z.int().positive(), { write: 'never', sort: true }),
    is_active: field('boolean', z.boolean(), { write: 'never', list: false, filter: 'equals' }),
  },
});
export type SmsPackage = z.infer<typeof smsPackage.record>;

const bought = {
  name: field('text', z.string(), { write: 'never', search: true }),
  parts: field('integer', z.int().positive(), { write: 'never' }),
  remaining: field('integer', z.int().min(0), { write: 'never', sort: true, filter: 'range' }),
  expires_at: field('datetime', z.iso.datetime(), { write: 'never', sort: true, filter: 'range' }),
};

/** A package that an account has bought. It is used up when nothing remains, and ends at `expires_at`. */
export const activePackage = defineEntity({
  name: 'packages/active-packages',
  path: '/v1/credit/account-sms-packages/',
  read: ['package-active', 'get'],
  title: 'name',
  order: 'expires_at',
  fields: bought,
});
export type ActivePackage = z.infer<typeof activePackage.record>;

/** The purchases of all accounts, for the provider's staff. */
export const accountPackage = defineEntity({
  name: 'admin/account-packages',
  path: '/v1/admin/account-packages/',
  read: ['account-list', 'get'],
  tenancy: 'staff',
  title: 'name',
  fields: {
    ...ofAccount,
    ...bought,
  },
});
export type AccountPackage = z.infer<typeof accountPackage.record>;
