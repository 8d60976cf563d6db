import type { Page } from 'playwright';
import { describe, expect, onTestFinished, test } from 'vitest';
import { drawn, ENGLISH, scan } from '../accessScan.ts';
import { NOBODY } from '../routes.ts';
import { faults, goTo, openAs, partOf } from '../visit.ts';
import { standingWorld } from '../world.ts';
import { closeToasts, coverFaults, isCovered, pressNext } from './covers.ts';

/**
 * Lets only what reads through to the server, until the test ends; answers what got through all the same. Playwright's
 * `route()` would turn the browser's cache off, and each page that is loaded would be compiled anew.
 */
async function onlyReads(page: Page): Promise<string[]> {
  const written: string[] = [];
  page.on('response', (response) => {
    const method = response.request().method();
    if (method !== 'GET') written.push(`${method} ${response.url()}`);
  });
  const tools = await page.context().newCDPSession(page);
  onTestFinished(() => tools.detach());
  tools.on('Fetch.requestPaused', ({ requestId, request: { method } }) => {
    const decided =
      method === 'GET'
        ? tools.send('Fetch.continueRequest', { requestId })
        : tools.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionFailed' });
    // Of a page that was left in the meantime.
    decided.catch(() => undefined);
  });
  await tools.send('Fetch.enable', { patterns: [{ urlPattern: '*/v1/*' }] });
  return written;
}

/** One of the parts of what the buttons of somebody's pages open: so many things at least. */
export function openedTests(email: string, part: number, parts: number, least: number): void {
  describe(`${email}, part ${part} of ${parts}`, () => {
    test('so is everything that a button opens; it keeps the focus and gives it back', async () => {
      const world = await standingWorld();
      const { wrong, note } = faults();
      const opened: string[] = [];
      const visit = await openAs(world, email);
      const { page, settled } = visit;
      // Every button may be pressed.
      const written = await onlyReads(page);
      const reload = async (path: string) => {
        await page.goto(world.server.url + path);
        await settled();
      };
      const open = async (path: string) => {
        await goTo(visit, path);
        // A form on the page before may ask whether it may be left.
        if (await isCovered(page)) await reload(path);
      };
      const everywhere: string[] = [];
      for (const path of partOf(visit.routes, part, parts).filter((path) => !path.includes(NOBODY))) {
        await open(path);
        const pressed = [...everywhere];
        for (;;) {
          const words = await pressNext(page, pressed);
          if (words === undefined) break;
          pressed.push(words);
          await settled();
          if (!(await isCovered(page))) await drawn(page);
          const place = `${path} ${words}`;
          if (await isCovered(page)) {
            opened.push(place);
            // The same on every list.
            if (/^(View|Saved filters|Open the choices)$/.test(words)) everywhere.push(words);
            // It ends in English, by whose words the buttons are known.
            note(place, await scan(page));
            note(place, await coverFaults(page));
          }
          if (await isCovered(page)) await reload(path);
          else if (new URL(page.url()).pathname !== path) await open(path);
        }
        if (pressed.length === everywhere.length) continue;
        await closeToasts(page);
        // Further down, the bar at the bottom of the window may cover half a link.
        await page.evaluate(() => scrollTo(0, 0));
        note(`${path} pressed`, await scan(page, [ENGLISH]));
      }
      expect(wrong).toEqual({});
      expect(written).toEqual([]);
      expect(opened.length).toBeGreaterThanOrEqual(least);
    });
  });
}
