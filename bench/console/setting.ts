import type { Browser } from 'playwright';
import type { Row } from '../server/table.ts';
import type { Ours } from './ours.ts';
import type { Site } from './site.ts';

export const DEMO = "react-admin's demo";

/** What everything is measured in. */
export interface Setting {
  browser: Browser;
  ours: Ours;
  /** Those that could be had. */
  rivals: readonly Site[];
  /** How many pages of ours to look at where all are; fewer for a quick look. */
  pages: number;
}

/** One more figure of a rival, if there is one. */
export function keep(row: Row, rival: string, figure: number | undefined): void {
  if (figure === undefined) return;
  row.rivals[rival] = [...(row.rivals[rival] ?? []), figure];
}

/** A figure of a rival, which is left out, and said to be, where the rival did not come so far. */
export async function attempt<T>(rival: string, measure: () => Promise<T>): Promise<T | undefined> {
  try {
    return await measure();
  } catch (error) {
    console.error(`  ${rival} did not get there: ${String(error).split('\n', 1)[0]}`);
    return undefined;
  }
}
