import type { Page } from 'playwright';
import { entities } from '#schema/index.ts';
import { drawn, follow, listen } from './accessScan.ts';
import { isStaffs, readWith, signedInRoutes } from './routes.ts';
import * as steps from './steps.ts';
import type { World } from './world.ts';

/** Somebody's console in a tab, what tells when its page is complete, and the addresses that are theirs. */
export interface Visit {
  page: Page;
  complaints: string[];
  settled(): Promise<void>;
  routes: string[];
}

/** An empty tab, and what tells when its page has all that it asked for. It closes with the test. */
export async function openTab(world: World) {
  const { page, complaints } = await world.browser.open();
  return { page, complaints, settled: listen(page) };
}

export const post = async <T>(world: World, path: string, body: object): Promise<T> =>
  (await world.server.call<{ data: T }>('POST', path, body)).data;

/** A new token of a user of the demonstration. */
export const tokenOf = async (world: World, email: string): Promise<string> => {
  const door = email === steps.ADMIN || email === steps.SUPPORT ? '/v1/login/admin/' : '/v1/login/';
  return (await post<{ token: string }>(world, door, { email, password: steps.PASSWORD })).token;
};

/** Gives a page's browser somebody's session. */
export const giveToken = (page: Page, world: World, token: string): Promise<void> =>
  page.context().addCookies([{ name: 'token', value: token, url: world.server.url }]);

/** The addresses of who holds a token; of staff only those that customers do not have. */
export async function routesOf(world: World, token: string, email?: string): Promise<string[]> {
  const routes = await signedInRoutes(readWith(world.server.url, token));
  return email === steps.ADMIN ? routes.filter(isStaffs) : routes;
}

/** The console of who holds a token. */
export async function openWith(world: World, token: string, email?: string): Promise<Visit> {
  const tab = await openTab(world);
  await giveToken(tab.page, world, token);
  await tab.page.goto(world.server.url);
  await tab.settled();
  return { ...tab, routes: await routesOf(world, token, email) };
}

export const openAs = async (world: World, email: string): Promise<Visit> =>
  openWith(world, await tokenOf(world, email), email);

/** The words of the page's heading. */
const heading = (page: Page) => page.evaluate(() => document.querySelector('h1')?.textContent);

/** Goes to an address as a link does. */
export async function goTo({ page, settled }: Pick<Visit, 'page' | 'settled'>, path: string): Promise<void> {
  const before = await follow(page, path);
  await settled();
  // Either a page of the same name, or still the one before, whose successor has not been drawn.
  if ((await heading(page)) === before) await drawn(page);
  // The successor may just have come, and still ask for something.
  await settled();
}

/** What is wrong, by the page or the thing on it. */
export function faults() {
  const wrong: Record<string, string[]> = {};
  return {
    wrong,
    note(place: string, found: readonly string[]): void {
      if (found.length > 0) wrong[place] = [...(wrong[place] ?? []), ...found];
    },
  };
}

/** The address with its ids left out: the same in every world. */
export const pattern = (path: string): string => path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id');

/** Which of so many parts a name belongs to: the same one in every world. With 142 today's parts are even. */
const partFor = (name: string, parts: number): number =>
  1 + ([...name].reduce((hash, letter) => (hash * 142 + letter.charCodeAt(0)) % 65_521, 7) % parts);

/** What one of several files, which run at the same time, looks at. */
export const partOf = (routes: readonly string[], part: number, parts: number): string[] =>
  routes.filter((path) => partFor(pattern(path), parts) === part);

/** What the addresses of a group cost at most, counted by its entity: some worlds have no record of it. */
const weights = new Map(
  entities.map(({ name, writes }) => [`/${name}`, 2 + writes.filter((write) => write !== 'delete').length]),
);

/** The address of an entity's list for each of its addresses; a page's own for others. */
export const groupName = (path: string): string =>
  pattern(path).replace(/(\/:id)?(\/show|\/create)?$|\?.*$/, '');

/**
 * The addresses of one of several files of a tour: those of one entity in one list, its list first and its empty form last.
 * The heaviest entity goes to the part that has least so far, and so on, so that all parts take equally long.
 */
export function groupsOf(routes: readonly string[], part: number, parts: number): string[][] {
  const groups = Map.groupBy(routes, groupName);
  const weight = (name: string) => weights.get(name) ?? 1;
  const names = [...groups.keys()].sort((a, b) => weight(b) - weight(a) || (a < b ? -1 : 1));
  const taken = Array.from({ length: parts }, () => 0);
  const own: string[][] = [];
  for (const name of names) {
    const lightest = taken.indexOf(Math.min(...taken));
    taken[lightest] = (taken[lightest] ?? 0) + weight(name);
    if (lightest !== part - 1) continue;
    const paths = groups.get(name) ?? [];
    own.push(paths.toSorted((a, b) => Number(a.endsWith('create')) - Number(b.endsWith('create'))));
  }
  return own;
}
