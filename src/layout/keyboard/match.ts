const plain = (text: string): string => text.normalize('NFKC').toLocaleLowerCase().trim();
const words = (text: string): string[] => text.split(/[\s/(),.:·-]+/u).filter(Boolean);

function scoreOf(name: string, text: string): number {
  if (name === text) return 100;
  if (name.startsWith(text)) return 80;
  const own = words(name);
  const query = words(text);
  if (query.every((word) => own.some((one) => one.startsWith(word)))) return 60;
  // Shorter queries match the middle of too many unrelated words.
  return text.length > 3 && name.includes(text) ? 30 : 0;
}

/** How well a text matches something with these names: 0 not at all, 100 an entire name. */
export function score(names: readonly string[], text: string): number {
  const query = plain(text);
  return query ? Math.max(0, ...names.map((name) => scoreOf(plain(name), query))) : 0;
}

/** The matches of a text, best first; equal ones keep their order. */
export function matching<T extends { names: readonly string[] }>(all: readonly T[], text: string): T[] {
  return all
    .map((one) => ({ one, points: score(one.names, text) }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points)
    .map(({ one }) => one);
}
