import { z } from 'zod';
import { defineEntity, field } from './entity.ts';
import { shownName } from './shownText.ts';

/**
 * All packages, for the staff who sell them. A purchase keeps the name, parts and days that it was sold with. A package
 * that was ever sold is never deleted, only taken off sale (`is_active`).
 */
export const packageForSale = defineEntity({
  name: 'admin/packages',
  path: '/v1/credit/sms-packages/all/',
  read: ['package-sale-list', 'get'],
  write: ['package-sale-list', 'post'],
  // There is also DELETE for a single record that was never sold; bulk deletion is not offered.
  writes: ['create', 'update'],
  tenancy: 'everyone',
  title: 'name',
  order: 'price',
  fields: {
    name: field('text', z.string(), { sort: true, search: true, input: shownName(100) }),
    parts: field('integer', z.int().min(1).max(100_000_000), { sort: true }),
    /** For the whole package, minor units, VAT included. */
    price: field('money', z.int().min(1).max(100_000_000_000), { sort: true }),
    validity_days: field('integer', z.int().min(1).max(3650), { sort: true }),
    is_active: field('boolean', z.boolean(), { filter: 'equals' }),
    /** Number of purchases, including those that wait for payment. */
    sold: field('integer', z.int().min(0), { write: 'never' }),
  },
});
export type PackageForSale = z.infer<typeof packageForSale.record>;
