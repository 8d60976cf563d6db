import { z } from 'zod';
import { sentMoment } from './moments.ts';
import { operatorLink } from './operatorLink.ts';
import { productPricing } from './productPricing.ts';

/** GET, POST (ours): the cost prices of a link; DELETE `{cost}/` removes one that is not in force yet. */
export const LINK_COSTS = `${operatorLink.path}:uuid/costs/`;

const price = productPricing.fields.price.schema.nullable();

/** What a message part costs the provider over a link, from a moment on. */
export const linkCost = z.object({
  uuid: z.uuid(),
  /** Minor units per part, excluding VAT, to four decimals. Null: not known. */
  price,
  valid_from: z.iso.datetime(),
  status: z.enum(['future', 'in-force', 'past']),
});
export type LinkCost = z.infer<typeof linkCost>;

export const linkCostInput = z.strictObject({
  price,
  /** A full hour of Nepal in the future. Defaults to the next one. */
  valid_from: sentMoment().nullish(),
});
export type LinkCostInput = z.infer<typeof linkCostInput>;
