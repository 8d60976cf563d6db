import type { BrowserContext } from 'playwright';
import { campaign as campaignEntity } from '#schema/campaign.ts';
import { contact as contactEntity } from '#schema/contact.ts';
import type { Row } from '../server/table.ts';
import { newPerson, openTab } from './browser.ts';
import type { Ours } from './ours.ts';
import { signedIn } from './person.ts';
import { attempt, keep, type Setting } from './setting.ts';
import type { Site } from './site.ts';

/** Notes each shift that does not follow a press. */
const SHIFTS = `(() => {
  if (window.top !== window) return;
  window.benchShifts = [];
  new PerformanceObserver((list) => {
    for (const { startTime, value, hadRecentInput } of list.getEntries())
      if (!hadRecentInput) window.benchShifts.push({ startTime, value });
  }).observe({ type: 'layout-shift', buffered: true });
})();`;

/** A layout shift, as the browser reports it: when, in milliseconds, and how much. */
export interface Shift {
  startTime: number;
  value: number;
}

/** Cumulative Layout Shift: the most in any window of at most five seconds without a second of rest (web.dev/cls). */
export function cumulated(shifts: readonly Shift[]): number {
  let [worst, sum, first, last] = [0, 0, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { startTime, value } of shifts) {
    if (startTime - last > 1000 || startTime - first > 5000) [sum, first] = [0, startTime];
    last = startTime;
    sum += value;
    worst = Math.max(worst, sum);
  }
  return worst;
}

/** After the network is quiet, for elements that fade in. */
const SETTLE_MS = 500;

/** How much the page at this address shifts while it loads with an empty cache, at a width if one is given. */
export async function shiftOf(context: BrowserContext, url: string, width?: number): Promise<number> {
  const tab = await openTab(context);
  if (width !== undefined) await tab.page.setViewportSize({ width, height: 844 });
  await tab.forgetFiles();
  await tab.slow();
  await tab.install(SHIFTS);
  await tab.page.goto(url);
  await tab.quiet();
  await tab.page.waitForTimeout(SETTLE_MS);
  const shift = cumulated(await tab.value<Shift[]>('window.benchShifts'));
  await tab.page.close();
  return shift;
}

/** The most used pages. */
async function mainPages({ server }: Ours): Promise<string[]> {
  const first = async (path: string) =>
    (await server.call<{ results: { uuid: string }[] }>('GET', `${path}?page_size=1`)).results[0]?.uuid;
  const contact = await first(contactEntity.path);
  const campaign = await first(campaignEntity.path);
  return [
    ...['/', '/contact', `/contact/${contact}/show`, '/contact/imports/create', '/contact/groups'],
    ...['/sms', `/sms/${campaign}/show`, '/sms/bulk-sms', '/sms/templates', '/sms/consumption-history'],
    ...['/packages/sms', '/wallet/topup-history', '/settings/blacklist', '/profile'],
  ].map((path) => server.url + path);
}

interface Worst {
  shift: number;
  at: string;
}

async function worstOf(context: BrowserContext, urls: readonly string[]): Promise<Worst> {
  let worst: Worst = { shift: 0, at: urls[0] ?? '' };
  for (const at of urls) {
    const shift = await shiftOf(context, at);
    if (shift > worst.shift) worst = { shift, at };
  }
  return worst;
}

/** The worst layout shift of the main pages; for rivals their sign-in page and their list. */
export async function shifts({ browser, ours, rivals, ...setting }: Setting, rounds: number): Promise<Row[]> {
  const pages = (await mainPages(ours)).slice(0, setting.pages);
  const row: Row = {
    ...{ what: `layout shift while loading, worst of ${pages.length + 1} main pages`, unit: '' },
    ...{ better: 'less', ours: [], rivals: {}, budget: '0.1', limit: 0.1 },
  };
  const worstOfSite = async (site: Site, urls: readonly string[]): Promise<Worst> => {
    const context = await newPerson(browser);
    const signIn = await worstOf(context, [site.signIn.page]);
    await signedIn(context, site);
    const inside = await worstOf(context, urls);
    await context.close();
    return signIn.shift > inside.shift ? { ...signIn, at: 'sign-in' } : inside;
  };
  for (let round = 0; round < rounds; round++) {
    const own = await worstOfSite(ours, pages);
    console.error(`  shift ${own.shift.toFixed(3)} at ${own.at}`);
    row.ours.push(own.shift);
    for (const rival of rivals) {
      const found = await attempt(rival.name, () => worstOfSite(rival, [rival.list]));
      keep(row, rival.name, found?.shift);
    }
  }
  return [row];
}
