/** One measurement, here and at its rivals: a figure per round. */
export interface Row {
  what: string;
  unit: string;
  better: 'more' | 'less';
  ours: number[];
  rivals: Record<string, number[]>;
  /** Rivals without figures, and why. */
  missing?: Record<string, string>;
  /** The budget in words, and as a factor of the best or a named rival, or a limit in the row's unit. */
  budget: string;
  factor?: number;
  against?: string;
  limit?: number;
  note?: string;
}

const median = (figures: readonly number[]): number => {
  const sorted = figures.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
};

const formatted = (figure: number): string =>
  figure >= 100 ? Math.round(figure).toLocaleString('en') : figure.toPrecision(3);

/** Whether a row is within its budget; null if its rival is missing. */
export function isWithin({ ours, rivals, better, factor, against, limit }: Row): boolean | null {
  const own = median(ours);
  if (limit !== undefined) return better === 'more' ? own >= limit : own <= limit;
  const compared = against === undefined ? Object.values(rivals) : [rivals[against] ?? []];
  const theirs = compared.filter((figures) => figures.length > 0).map(median);
  if (factor === undefined || theirs.length === 0) return null;
  return better === 'more' ? own >= factor * Math.max(...theirs) : own * factor <= Math.min(...theirs);
}

/** A Markdown table of medians. */
export function tableOf(rows: readonly Row[], us = 'this server'): string {
  const lines = rows.map((row) => {
    const rivals = Object.entries(row.rivals).map(
      ([name, figures]) => `${name}: ${formatted(median(figures))}`,
    );
    rivals.push(...Object.entries(row.missing ?? {}).map(([name, why]) => `${name}: ${why}`));
    const within = isWithin(row);
    const verdict = within === null ? (row.note ?? '-') : within ? 'within' : 'NOT within';
    return `| ${row.what} | ${formatted(median(row.ours))} ${row.unit} | ${rivals.join(' · ') || '-'} | ${row.budget} | ${verdict} |`;
  });
  return [`| what | ${us} | rival | budget | |`, '|---|---|---|---|---|', ...lines].join('\n');
}
