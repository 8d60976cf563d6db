import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, test } from 'vitest';
import { VIEWPORT } from '../../support/browser.ts';
import { englishCount } from '../../support/englishTexts.ts';
import { type Given, listenForData } from '../../support/visibleTexts.ts';
import { ENGLISH, focusFaults, listen, NEPALI, narrowFaults, scan, show } from '../accessScan.ts';
import { brokenWords, englishOn, lightness, lookInto, phoneFaults, rawKeys } from '../looks.ts';
import { onceDrawn, sideways } from '../overflow.ts';
import { NAME, OWN_TEXTS, ours, said } from '../ownName.ts';
import { NOBODY } from '../routes.ts';
import * as steps from '../steps.ts';
import { giveToken, goTo, groupName, groupsOf, pattern, routesOf, tokenOf } from '../visit.ts';
import { standingWorld } from '../world.ts';
import { knownSideways } from './known.ts';

/** A small and a large phone, an upright and a lying tablet with their neighbours, and a laptop. */
const WIDTHS = [1280, 1180, 1024, 820, 768, 390, 320];

/** The files of each tour. */
const PARTS = 4;

/**
 * Milliseconds for all addresses of a part, some forty at four seconds each where nothing else runs. Whatever hangs on
 * one of them is ended by the browser's own limit for it, long before.
 */
const WALK = 900_000;

/** What one look at an address has found. */
interface Stop {
  path: string;
  title: string;
  complaints: string[];
  /** What the engines find in either look. */
  engines: string[];
  focus: string[];
  cutOff: string[];
  /** `768 en`: what sticks out there. */
  sideways: Record<string, string[]>;
  /** `390 en`: what is wrong with its lists there. */
  lists: Record<string, string[]>;
  keys: string[];
  /** Our names on a page of a provider with another. */
  ours: string[];
  /** Of the page in Nepali. */
  heading: string;
  english: string[];
  lightness: number;
}

interface Guide {
  page: Page;
  complaints: string[];
  settled(): Promise<void>;
  given: Given;
}

/** The width of a phone, whose lists have rows of two lines. */
const PHONE = 390;

/** Its height, as far as the page can be seen at once. */
const PHONE_HEIGHT = 844;

/**
 * Looks at what does not fit at each width, and at the lists there: from a window as wide as a computer's down to the
 * narrowest, where it stays; from the narrowest up to a computer's. The first width is laid out already, and only the page
 * gets others: Playwright would resize what the browser shows with it, which costs half as much as the page's layout.
 */
export const atWidths = async (
  page: Page,
  language: string,
  found: Pick<Stop, 'sideways' | 'lists'>,
): Promise<void> => {
  const own = page.viewportSize()?.width;
  const widths = own === WIDTHS.at(-1) ? WIDTHS.toReversed() : WIDTHS;
  if (own !== widths[0]) throw new Error(`the window is ${own} pixels wide: begin at ${widths[0]}`);
  const tools = await page.context().newCDPSession(page);
  for (const width of widths) {
    const height = width === VIEWPORT.width ? VIEWPORT.height : PHONE_HEIGHT;
    if (width === widths.at(-1)) {
      // From here on the size is Playwright's again, which must come last: detaching takes back all sizes.
      await tools.detach();
      await page.setViewportSize({ width, height });
    } else if (width !== own) {
      const screen = { screenWidth: width, screenHeight: height, deviceScaleFactor: 1, mobile: false };
      const metrics = { width, height, ...screen, dontSetVisibleSize: true };
      await tools.send('Emulation.setDeviceMetricsOverride', metrics);
    }
    const asked = [sideways, brokenWords, ...(width === PHONE ? [phoneFaults] : [])];
    const [out = [], ...lists] = await onceDrawn(page, asked);
    if (out.length > 0) found.sideways[`${width} ${language}`] = out;
    if (lists.flat().length > 0) found.lists[`${width} ${language}`] = lists.flat();
  }
};

/** Looks at all that is asked of every page. Ends in Nepali, with what it could open opened. */
async function look({ page, complaints, settled, given }: Guide, path: string): Promise<Stop> {
  await show(page, ENGLISH);
  const title = await page.title();
  const engines = await scan(page, [ENGLISH]);
  const keys = await rawKeys(page);
  const names = ours(await said(page)).map((name) => `en: ${name}`);
  const narrow: Pick<Stop, 'sideways' | 'lists'> = { sideways: {}, lists: {} };
  // Every other width is a layout of the whole page, so the window gets narrow once, and wide again in Nepali.
  await atWidths(page, 'en', narrow);
  await show(page, NEPALI);
  await settled();
  const cutOff = await narrowFaults(page);
  await atWidths(page, 'ne', narrow);
  const english = await englishOn(page, given);
  engines.push(...(await scan(page, [NEPALI])));
  keys.push(...(await rawKeys(page)));
  names.push(...ours(await said(page)).map((name) => `ne: ${name}`));
  const [heading = ''] = await page.getByRole('heading', { level: 1 }).allTextContents();
  const light = await lightness(page);
  const focus = await focusFaults(page);
  // Before a form is left that refused to be saved.
  const reported = complaints.splice(0);
  english.push(...(await lookInto(page, () => englishOn(page, given))));
  return {
    ...{ path, title, engines, focus, cutOff, keys, ours: names, heading, english },
    ...{ complaints: reported, ...narrow, lightness: light },
  };
}

/** What something finds on each page where it finds anything. */
const wrong = (stops: readonly Stop[], find: (stop: Stop) => readonly string[]): Record<string, string[]> =>
  Object.fromEntries(stops.map((stop) => [stop.path, [...find(stop)]]).filter(([, found]) => found?.length));

/** A sender ID is decided on its page, which both addresses open. */
const isOnePage = (first: string, other: string): boolean =>
  [
    [first, other],
    [other, first],
  ].some(([one = '', two = '']) => two.startsWith('/admin/sender-identities/') && one === `${two}/show`);

/**
 * The titles that the parts of a tour have found so far, by address, one list a part. Each writes its own before it
 * reads the others', so that of any two parts the later one has seen both, and the last one all.
 */
function titlesByPart(name: string, part: number, own: Record<string, string>): [string, string][][] {
  const file = (number: number) => join(tmpdir(), `titles-${name}-${number}.json`);
  writeFileSync(`${file(part)}.new`, JSON.stringify(own));
  renameSync(`${file(part)}.new`, file(part));
  return readdirSync(tmpdir())
    .filter((found) => new RegExp(`^titles-${name}-\\d+\\.json$`).test(found))
    .map((found) => Object.entries<string>(JSON.parse(readFileSync(join(tmpdir(), found), 'utf8'))));
}

interface Tour {
  /** Whose console it is. */
  email: string;
  part: number;
  /** Addresses that there are at least. */
  least: number;
  /** The names of the tests. */
  names: { complaints: string; nepali: string; english: string };
}

/**
 * One of the parts of a tour through somebody's console: each address is opened once, the first of an entity by the
 * browser and the others as links do; everything that is asked of every page is collected there, and the tests look at
 * what was collected.
 */
export function tour({ email, part, least, names }: Tour): void {
  let routes: string[];
  let nothing: string;
  const stops: Stop[] = [];

  beforeAll(async () => {
    const world = await standingWorld();
    const token = await tokenOf(world, email);
    routes = await routesOf(world, token, email);
    if (email === steps.CUSTOMER)
      routes.push('/wallet/daily-consumption?period=own&from=2020-01-01&until=2020-01-31');
    const { page, complaints, close } = await world.browser.openFor();
    await giveToken(page, world, token);
    const { url } = world.server;
    const settled = listen(page);
    const heard = listenForData(page);
    const given = { ...heard, data: async () => new Set([...(await heard.data()), ...OWN_TEXTS]) };
    const guide = { page, complaints, settled, given };
    const enter = async (path: string) => {
      await steps.prefer(page, url, { language: 'en', mode: 'light', digits: 'devanagari' });
      // The server links the files of the language that the browser had last.
      await page.context().clearCookies({ name: 'language' });
      await page.goto(url + path);
      await settled();
    };
    for (const [first = '', ...others] of groupsOf(routes, part, PARTS)) {
      given.forget();
      complaints.length = 0;
      await enter(first);
      stops.push(await look(guide, first));
      for (const path of others) {
        await goTo(guide, path);
        stops.push(await look(guide, path));
      }
    }
    await enter('/no-such-page');
    nothing = await page.title();
    await close();
  }, WALK);
  describe(`${email}, part ${part} of ${PARTS}`, () => {
    test('every page is right for the engines, its focus is seen, and nothing is cut off', () => {
      expect(routes.length).toBeGreaterThan(least);
      expect(wrong(stops, ({ engines, focus, cutOff }) => [...engines, ...focus, ...cutOff])).toEqual({});
    });

    test('each page has a title of its own', () => {
      // Addresses that lead nowhere say so.
      const isOwn = (path: string) => !path.includes(NOBODY) && !path.includes('?');
      const own = stops.filter(({ path }) => isOwn(path)).map(({ path, title }) => [path, title]);
      const found = titlesByPart(email.replace(/@.*/, ''), part, Object.fromEntries(own));
      const all = found.flat();
      // What is not there, and what may not be seen, is called the same wherever it is.
      const common = [nothing, nothing.replace(/^[^·]*(?= ·)/, 'You do not have access to this page')];
      if (found.length === PARTS) {
        const seen = new Set(all.map(([path]) => groupName(path)));
        const left = routes.filter((path) => isOwn(path) && !seen.has(groupName(path)));
        expect(left, 'what no part has opened').toEqual([]);
      }
      const titles = new Set(all.map(([, title]) => title)).size;
      expect(titles).toBeGreaterThan(found.length === PARTS ? 20 : 1);
      const twice = all.flatMap(([path, title], index) =>
        all
          .slice(0, index)
          .filter(([first, name]) => name === title && !common.includes(title) && !isOnePage(first, path))
          .map(([first]) => `${path} is called as ${first}: ${title}`),
      );
      expect(twice).toEqual([]);
    });

    test(names.complaints, () => {
      // The browser itself complains of what is not found.
      const found = stops.filter(({ path }) => !path.includes(NOBODY));
      expect(wrong(found, ({ complaints, keys }) => [...complaints, ...keys])).toEqual({});
    });

    test('under a provider’s own name no page has ours, in English or in Nepali', () => {
      expect(wrong(stops, ({ ours }) => ours)).toEqual({});
      expect(nothing).toContain(NAME);
    });

    test('no page is wider than its window, but those that are known', () => {
      const found = stops.flatMap(({ path, sideways }) =>
        Object.entries(sideways).map(([at, out]) => [`${pattern(path)} at ${at}`, out]),
      );
      const unknown = found.filter(([place]) => !((place as string) in knownSideways));
      expect(Object.fromEntries(unknown)).toEqual({});
      // What is mended leaves the list.
      const seen = new Set(found.map(([place]) => place));
      const here = new Set(stops.map(({ path }) => pattern(path)));
      const mended = Object.keys(knownSideways).filter(
        (place) => here.has(place.split(' at ')[0] ?? '') && !seen.has(place),
      );
      expect(mended).toEqual([]);
    });

    test('lists break no word, and on a phone begin soon, in rows of two lines, with targets to hit', () => {
      const found = stops.flatMap(({ path, lists }) =>
        Object.entries(lists).map(([at, faults]) => [`${pattern(path)} at ${at}`, faults]),
      );
      expect(Object.fromEntries(found)).toEqual({});
    });

    test(names.nepali, () => {
      // What a record is called stays as its owner wrote it.
      const own = stops.filter(({ path }) => !path.includes('-7'));
      expect(wrong(own, ({ heading }) => (/[\u0900-\u097f]/.test(heading) ? [] : [heading]))).toEqual({});
      expect(wrong(stops, ({ lightness }) => (lightness < 60 ? [] : [String(lightness)]))).toEqual({});
    });

    test(names.english, () => {
      expect(englishCount).toBeGreaterThan(500);
      expect(wrong(stops, ({ english }) => [...new Set(english)])).toEqual({});
    });
  });
}
