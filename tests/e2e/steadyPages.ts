import type { Page, Request } from 'playwright';
import { expect } from 'vitest';
import * as steps from './steps.ts';
import { giveToken, tokenOf } from './visit.ts';
import type { World } from './world.ts';

/** A page one of whose answers comes after all others. */
export interface LateAnswer {
  as: string;
  path: string;
  width: number;
  /** The requests that are held back. */
  held: RegExp;
  /** What is there while they are held, and not after. */
  until: string;
  /** What stays in its place and as high as it was. */
  parts: string;
  /** Whether it stays as wide, too. */
  isWide?: boolean;
  /** Changes what is answered to something that happens on other days. */
  change?: (answer: never) => void;
}

/** In a page: where parts begin and end. */
const placesOf = ({ parts, isWide }: Pick<LateAnswer, 'parts' | 'isWide'>) =>
  [...document.querySelectorAll(parts)].map((part) => {
    const { top, bottom, left, right } = part.getBoundingClientRect();
    const across = isWide ? `, ${Math.round(left)} to ${Math.round(right)}` : '';
    return `${part.tagName} ${Math.round(top)} to ${Math.round(bottom)}${across}`;
  });

const drawn = (page: Page) =>
  page.evaluate(`document.fonts.ready.then(() =>
    new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))))`);

/** The requests that a page waits for, but for those that are held back. */
function othersOf(page: Page, held: RegExp): ReadonlySet<Request> {
  const others = new Set<Request>();
  page.on('request', (request) => {
    if (!held.test(request.url())) others.add(request);
  });
  page.on('requestfinished', (request) => others.delete(request));
  page.on('requestfailed', (request) => others.delete(request));
  return others;
}

/** Opens a page with an answer that is held back, and compares where its parts are before and after it. */
export async function expectSteady(world: World, late: LateAnswer): Promise<void> {
  const { page, complaints } = await world.browser.open();
  await giveToken(page, world, await tokenOf(world, late.as));
  await page.setViewportSize({ width: late.width, height: 900 });
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  const measured = { parts: late.parts, isWide: late.isWide ?? false };
  const held: string[] = [];
  const others = othersOf(page, late.held);
  await page.route(late.held, async (route) => {
    held.push(route.request().url());
    await promise;
    if (!late.change) return route.continue();
    const response = await route.fetch();
    const json = await response.json();
    late.change(json as never);
    await route.fulfill({ response, json });
  });
  await page.goto(world.server.url + late.path);
  const pending = page.locator(late.until);
  await pending.first().waitFor({ state: 'attached' });
  await steps.eventually(() => held.length).toBeGreaterThan(0);
  await page.waitForFunction((selector) => document.querySelector(selector), late.parts);
  // An answer that nobody holds back may come just as late on a busy machine.
  await steps.eventually(() => drawn(page).then(() => others.size)).toBe(0);
  await drawn(page);
  const before = await page.evaluate(placesOf, measured);
  letGo();
  await steps.eventually(() => pending.count()).toBe(0);
  await drawn(page);
  expect(await page.evaluate(placesOf, measured)).toEqual(before);
  expect(complaints).toEqual([]);
}
