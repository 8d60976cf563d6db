import type { Browser } from 'playwright';
import type { Row } from '../server/table.ts';
import type { Ours } from './ours.ts';
import type { Site } from './site.ts';

export const DEMO = "react-admin's demo";
/** Plain react-admin, whose name ends with its version. */
const PLAIN = 'react-admin 5';

/** The whole name of plain react-admin among these. */
export const plainOf = (rivals: readonly Site[]): string =>
  rivals.find(({ name }) => name.startsWith(PLAIN))?.name ?? PLAIN;

/** The page that is measured, as plain HTML (still.ts). */
export const PLAIN_HTML = 'plain HTML';

/** The environment of all measurements. */
export interface Setting {
  browser: Browser;
  ours: Ours;
  /** The rivals that are available. */
  rivals: readonly Site[];
  /** How many pages of ours to visit when measuring all; fewer for a quick look. */
  pages: number;
}

/** Adds a figure of a rival, if there is one. */
export function keep(row: Row, rival: string, figure: number | undefined): void {
  if (figure === undefined) return;
  row.rivals[rival] = [...(row.rivals[rival] ?? []), figure];
}

/** A rival's figure, skipped with a message if the rival failed. */
export async function attempt<T>(rival: string, measure: () => Promise<T>): Promise<T | undefined> {
  try {
    return await measure();
  } catch (error) {
    console.error(`  ${rival} did not get there: ${String(error).split('\n', 1)[0]}`);
    return undefined;
  }
}
