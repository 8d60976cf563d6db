/** What takes turns: a campaign, of an account. */
interface Taker {
  uuid: string;
  account: string;
}

export interface Turns {
  /** Deals so many places out; answers those who got any, and how many. */
  deal<T extends Taker>(takers: readonly T[], places: number): (T & { limit: number })[];
}

/**
 * Takes turns: accounts alike, however many campaigns each has, and within an account its campaigns alike. Who
 * waited longest is first, and so is who is new.
 */
export function createTurns(): Turns {
  let turn = 0;
  /** The last turn of an account or campaign, by its uuid. */
  let last = new Map<string, number>();

  function share<T>(takers: readonly T[], uuidOf: (taker: T) => string, places: number): [T, number][] {
    const waiting = takers.toSorted((a, b) => (last.get(uuidOf(a)) ?? 0) - (last.get(uuidOf(b)) ?? 0));
    const each = Math.floor(places / waiting.length);
    const rest = places % waiting.length;
    const dealt = waiting.slice(0, each > 0 ? undefined : rest);
    // Who got one more than the others has the longer wait next time.
    for (const taker of [...dealt.slice(rest), ...dealt.slice(0, rest)]) last.set(uuidOf(taker), ++turn);
    return dealt.map((taker, i) => [taker, each + (i < rest ? 1 : 0)]);
  }

  return {
    deal<T extends Taker>(takers: readonly T[], places: number) {
      if (takers.length === 0 || places < 1) return [];
      const present = new Set(takers.flatMap(({ uuid, account }) => [uuid, account]));
      last = new Map([...last].filter(([uuid]) => present.has(uuid)));
      const accounts = [...Map.groupBy(takers, ({ account }) => account)];
      return share(accounts, ([account]) => account, places).flatMap(([[, campaigns], part]) =>
        share(campaigns, ({ uuid }) => uuid, part).map(([campaign, limit]) => ({ ...campaign, limit })),
      );
    },
  };
}
