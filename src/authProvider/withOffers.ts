import { config } from '../core/config.ts';
import { getUser, type User } from '../core/session.ts';

/**
 * The profile with what the server offers. Where neither it nor the configuration says that, the server's own document
 * of its API is asked for, once a session.
 */
export async function withOffers(user: User): Promise<User> {
  if (user.offers || config().offers) return user;
  const known = getUser();
  const offers =
    known?.uuid === user.uuid && known.offers
      ? known.offers
      : // The table of all operations is fetched only for servers that do not sum up what they offer.
        await import('./documentedOffers.ts').then(({ documentedOffers }) => documentedOffers());
  return offers ? { ...user, offers, isDocumented: true } : user;
}
