/** The reference of a long message's parts, which end alike. */
type Part = { reference: number } | null | undefined;

/**
 * Counts each number's messages, so that one that failed may arrive when it is sent again. The first has turn 0: the result
 * that the number has where results do not change.
 */
export function createTurns() {
  const known = new Map<string, { turn: number; reference: number | undefined }>();
  return {
    of(to: string, part?: Part): number {
      const last = known.get(to);
      const reference = part?.reference;
      if (last && reference !== undefined && last.reference === reference) return last.turn;
      const turn = last ? last.turn + 1 : 0;
      known.set(to, { turn, reference });
      return turn;
    },
    clear: () => known.clear(),
  };
}
