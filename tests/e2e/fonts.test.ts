import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { FACES } from './faces.ts';
import * as steps from './steps.ts';
import { giveToken, tokenOf } from './visit.ts';
import { standingWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await standingWorld();
});

/** Notes which faces the page's code asks for while nothing is on the page yet. */
const NOTE = `{
  ${FACES}
  window.asked = [];
  window.ofRows = [];
  const { load } = FontFaceSet.prototype;
  FontFaceSet.prototype.load = function (...what) {
    const isEarly = !document.getElementById('root')?.firstChild;
    const faces = load.apply(this, what);
    faces.then((found) => (isEarly ? window.asked : window.ofRows).push(...found.map(faceName)));
    return faces;
  };
  window.drawnIn = loadedFaces;
}`;

const value = (page: Page, script: string): Promise<string[]> => page.evaluate(script);

// The server links those of 400 and 500.
test.each([
  ['en', /^Poppins (400|500) U\+0$/, / U\+9\d\d$/],
  ['ne', /^Poppins (400|500) U\+(0|900)$/, /^Poppins 500 U\+900$/],
])('no font waits for the first layout of a list (%s)', async (language, linked, ofRows) => {
  const { page, complaints } = await world.browser.open();
  await giveToken(page, world, await tokenOf(world, steps.CUSTOMER));
  await page.context().addCookies([{ name: 'language', value: language, url: world.server.url }]);
  await page.addInitScript(`localStorage.setItem('preferences', '{"language":"${language}"}'); ${NOTE}`);
  await page.goto(`${world.server.url}/contact`);
  await steps.see(page.locator('main tbody tr').nth(9));
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  const late = async () => {
    const asked = await value(page, 'window.asked');
    return (await value(page, 'window.drawnIn()')).filter(
      (face) => !linked.test(face) && !asked.includes(face),
    );
  };
  // Rows in Devanagari tell of their font when they have come, whoever wrote them. The machine has its own letters already.
  // The menu counts what waits, once it has been asked for: other tests leave something to count.
  const counts = await page.locator('.menu-count').count();
  const isOfCounts = (face: string) => counts > 0 && face === 'Poppins 600 U+966';
  const isAwaited = (face: string) => !ofRows.test(face) && !/^\w*Fallback /.test(face) && !isOfCounts(face);
  expect((await late()).filter(isAwaited)).toEqual([]);
  expect(await value(page, 'window.asked')).toContain('Inter 600 U+20');
  expect(complaints).toEqual([]);
});

test('texts in Devanagari are requested in each weight of their rows, before these are drawn', async () => {
  const { page, complaints } = await world.browser.open();
  await giveToken(page, world, await tokenOf(world, steps.CUSTOMER));
  await page.addInitScript(NOTE);
  await page.goto(`${world.server.url}/sms/templates`);
  await steps.see(page.locator('main tbody', { hasText: 'प्रिय' }));
  await steps
    .eventually(async () => [...(await value(page, 'window.asked')), ...(await value(page, 'window.ofRows'))])
    .toEqual(expect.arrayContaining(['Poppins 400 U+900', 'Poppins 500 U+900']));
  expect(complaints).toEqual([]);
});
