/** What takes turns: a campaign, of an account. */
interface Taker {
  uuid: string;
  account: string;
  /** How many places it can use. */
  waiting: number;
}

export interface Turns {
  /** Deals so many places out; answers those who got any, and how many. */
  deal<T extends Taker>(takers: readonly T[], places: number): (T & { limit: number })[];
}

/** So many campaigns or fewer share what is dealt at once: each costs a claim as much as some messages do. */
export const AT_ONCE = 50;
/** Of who is new: less than any place, so that it comes before those who have got as little. */
const NEW = 0.5;

/**
 * Takes turns: accounts alike, however many campaigns each has, and within an account its campaigns alike. Who is new
 * comes first, then who has got least. What one cannot use goes to the others.
 */
export function createTurns(): Turns {
  /** What an account or campaign has got since it waits, by its uuid. */
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
      // Who got all that it waited for is new the next time: what it did not want is not kept for it.
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
