/** A participant in the rotation: a campaign, with its account. */
interface Taker {
  uuid: string;
  account: string;
  /** How many places it can use. */
  waiting: number;
}

export interface RoundRobin {
  /** Distributes the places; returns who got any, and how many. */
  deal<T extends Taker>(takers: readonly T[], places: number): (T & { limit: number })[];
}

/** At most this many campaigns share one round, because each costs a claim as much as several messages. */
export const AT_ONCE = 50;
/** The initial value of newcomers: less than any place, so that they come before those who have got as little. */
const NEW = 0.5;

/**
 * Round-robin sharing: accounts get equal shares, however many campaigns they have, and so do an account's campaigns.
 * Campaigns without a turn come first, then those with the least. An unused share goes to the others.
 */
export function createRoundRobin(): RoundRobin {
  /** What an account or campaign has got since it started waiting, by uuid. */
  let got = new Map<string, number>();

  function share<T extends { uuid: string; waiting: number }>(
    takers: readonly T[],
    places: number,
    fewest: number,
  ): (T & { limit: number })[] {
    const known = takers.flatMap(({ uuid }) => got.get(uuid) ?? []);
    const least = Math.ceil(known.reduce((low, n) => Math.min(low, n), known[0] ?? 0));
    const gotOf = ({ uuid }: T) => got.get(uuid) ?? least - NEW;
    const dealt = takers.toSorted((a, b) => gotOf(a) - gotOf(b)).map((taker) => ({ ...taker, limit: 0 }));
    let left = places;
    for (let open = dealt; left > 0 && open.length > 0; ) {
      const turn = Math.max(fewest, Math.floor(left / open.length));
      for (const taker of open) {
        const part = Math.min(turn, taker.waiting - taker.limit, left);
        taker.limit += part;
        left -= part;
      }
      open = open.filter(({ limit, waiting }) => limit < waiting);
    }
    for (const taker of dealt) {
      const { uuid, limit, waiting } = taker;
      // Once all demand is met, it starts as a newcomer the next time; unused turns are not saved up.
      if (limit === waiting) got.delete(uuid);
      else got.set(uuid, limit > 0 ? Math.ceil(gotOf(taker)) + limit : gotOf(taker));
    }
    return dealt.filter(({ limit }) => limit > 0);
  }

  return {
    deal(takers, places) {
      const present = new Set(takers.flatMap(({ uuid, account }) => [uuid, account]));
      got = new Map([...got].filter(([uuid]) => present.has(uuid)));
      const accounts = [...Map.groupBy(takers, ({ account }) => account)].map(([uuid, campaigns]) => ({
        uuid,
        campaigns,
        waiting: campaigns.reduce((sum, { waiting }) => sum + waiting, 0),
      }));
      const fewest = Math.ceil(places / AT_ONCE);
      return share(accounts, places, fewest).flatMap(({ campaigns, limit }) =>
        share(campaigns, limit, fewest),
      );
    },
  };
}
