import type { Kysely } from 'kysely';
import { type Claimed, claim, sendingCampaigns } from '../../server/services/sending/claims.ts';
import { registerLinks } from '../../server/services/sending/linkStates.ts';

export const LINK = 'operator';

/** Claims this many messages of a campaign for a worker, for a link that takes all operators. */
export async function take(
  db: Kysely<unknown>,
  worker: number,
  campaign: string,
  limit: number,
): Promise<Claimed[]> {
  await registerLinks(db, [{ name: LINK, url: 'smpp://demo:demo@127.0.0.1:2775' }]);
  const due = (await sendingCampaigns(db, LINK)).find(({ uuid }) => uuid === campaign);
  return due ? claim(db, worker, LINK, [{ ...due, limit }]) : [];
}
