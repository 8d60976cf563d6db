import { z } from 'zod';
import { defineEntity, field } from './entity.ts';

/**
 * Every package, for those who sell them: for sale or taken off sale. What was sold keeps the name, parts and
 * days that it was sold with; a package that was ever sold is taken off sale (`is_active`), never deleted.
 */
export const packageForSale = defineEntity({
  name: 'admin/packages',
  path: '/v1/credit/sms-packages/all/',
  read: ['package-sale-list', 'get'],
  write: ['package-sale-list', 'post'],
  // DELETE on one record is there too, for what was never sold; many are never deleted at once.
  writes: ['create', 'update'],
  tenancy: 'everyone',
  title: 'name',
  order: 'price',
  fields: {
    name: field('text', z.string().trim().min(1, 'Required').max(100), { sort: true, search: true }),
    parts: field('integer', z.int().min(1).max(100_000_000), { sort: true }),
    /** For the whole package, minor units, VAT included. */
    price: field('money', z.int().min(1).max(100_000_000_000), { sort: true }),
    validity_days: field('integer', z.int().min(1).max(3650), { sort: true }),
    is_active: field('boolean', z.boolean(), { filter: 'equals' }),
    /** How often it was bought, purchases that wait for their payment included. */
    sold: field('integer', z.int().min(0), { write: 'never' }),
  },
});
export type PackageForSale = z.infer<typeof packageForSale.record>;
