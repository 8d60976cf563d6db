import type { Browser } from 'playwright';
import type { Row } from '../server/table.ts';
import { newPerson, openTab, type Tab } from './browser.ts';
import { press, typePair } from './person.ts';
import { attempt, DEMO, plainOf, type Setting } from './setting.ts';
import { answering, filled, isGone, type Site, usable } from './site.ts';

/** Seconds, and kilobytes of JavaScript after gzip. */
export interface Loading {
  signInUsable: number;
  signInScripts: number;
  /** If signing in leads to the list. */
  listAfterSignIn?: number;
  listShown: number;
  /** Until it reacts. */
  listAnswering: number;
  listScripts: number;
  recordFirst: number;
  recordLater: number;
}

/** Opens the n-th row's record; returns how long it took to appear. */
async function openRecord(tab: Tab, site: Site, row: number): Promise<number> {
  const opener = `${site.rows}:nth-child(${row}) ${site.opener}`;
  const text = ((await tab.page.locator(opener).first().textContent()) ?? '').trim();
  await tab.watch(`record ${row}`, site.record(text));
  await press(tab, opener);
  const shown = await tab.moment(`record ${row}`);
  return (shown - tab.pressed()) / 1000;
}

interface Conditions {
  /** How many times slower the processor is. */
  slow?: number;
  /** The browser has the files from an earlier visit. */
  isCached?: boolean;
}

/** One user's path, with an empty cache at each page: the sign-in page, from it to a list, the list by link, two records. */
export async function measure(
  browser: Browser,
  site: Site,
  { slow, isCached = false }: Conditions = {},
): Promise<Loading> {
  const context = await newPerson(browser);
  try {
    const first = await openTab(context);
    await first.slow(slow);
    await first.watch('usable', usable(site.signIn));
    // By its own address: react-admin refetches for several seconds before it navigates from a list to it.
    await first.page.goto(site.signIn.page);
    const usableAt = await first.moment('usable');
    const opened = await first.opened();
    await first.quiet();
    const signInScripts = await first.scripts(opened, usableAt);
    await first.page.close();

    const entering = await openTab(context);
    if (!isCached) await entering.forgetFiles();
    await entering.slow(slow);
    await entering.watch('usable', usable(site.signIn));
    await entering.page.goto(site.list);
    await entering.moment('usable');
    await typePair(entering, site);
    const isIn = site.leadsBack === false ? isGone(site.signIn.password) : filled(site.rows);
    await entering.watch('in', isIn);
    await press(entering, site.signIn.submit);
    const arrived = (await entering.moment('in')) - entering.pressed();
    await entering.page.close();

    const second = await openTab(context);
    if (!isCached) await second.forgetFiles();
    await second.slow(slow);
    await second.watch('list', filled(site.rows));
    await second.watch('answering', answering(site.rows));
    await second.page.goto(site.list);
    const listAt = await second.moment('list');
    const answeringAt = await second.moment('answering');
    const reopened = await second.opened();
    await second.quiet();
    const recordFirst = await openRecord(second, site, 2);
    await second.quiet();
    await second.page.goBack();
    await second.watch('list again', filled(site.rows));
    await second.moment('list again');
    await second.quiet();
    return {
      signInUsable: (usableAt - opened) / 1000,
      signInScripts,
      ...(site.leadsBack !== false && { listAfterSignIn: arrived / 1000 }),
      listShown: (listAt - reopened) / 1000,
      listAnswering: (answeringAt - reopened) / 1000,
      listScripts: await second.scripts(reopened, answeringAt),
      recordFirst,
      recordLater: await openRecord(second, site, 4),
    };
  } finally {
    await context.close();
  }
}

/** Opening pages and moving between them, here and at each rival, one after the other in each round. */
export async function loading({ browser, ours, rivals }: Setting, rounds: number): Promise<Row[]> {
  const plain = plainOf(rivals);
  const found = new Map<Site, Loading[]>([ours, ...rivals].map((site) => [site, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [site, figures] of found) {
      const measured =
        site === ours ? await measure(browser, site) : await attempt(site.name, () => measure(browser, site));
      if (measured) figures.push(measured);
    }
  }
  const figuresOf = (site: Site, key: keyof Loading) =>
    (found.get(site) ?? []).map((figures) => figures[key]).filter((figure) => figure !== undefined);
  const row = (
    key: keyof Loading,
    what: string,
    budget: Pick<Row, 'factor' | 'limit' | 'budget' | 'against'>,
  ): Row => ({
    ...{ what, unit: key.endsWith('Scripts') ? 'kB' : 's', better: 'less', ours: figuresOf(ours, key) },
    rivals: Object.fromEntries(
      rivals
        .map((site) => [site.name, figuresOf(site, key)] as const)
        .filter(([, figures]) => figures.length > 0),
    ),
    ...budget,
  });
  const limit = (limit: number, unit: string) => ({ limit, budget: `${limit} ${unit}` });
  const share = (part: number, of: string) => ({ factor: 1 / part, against: of, budget: `${part} × ${of}` });
  return [
    row('signInUsable', 'sign-in page usable', share(0.3, DEMO)),
    row('signInScripts', 'JavaScript for it', limit(75, 'kB')),
    row('listShown', 'list with rows by a link, signed in, nothing cached', share(0.58, plain)),
    row('listAnswering', 'the same, until it answers a press', share(1, plain)),
    row('listScripts', 'JavaScript for it', limit(285, 'kB')),
    row('listAfterSignIn', 'list with rows after pressing Sign in', share(0.5, plain)),
    row('recordFirst', 'from a list to a record, first', share(0.45, plain)),
    row('recordLater', 'and later', share(0.6, plain)),
  ];
}
