import { once } from 'node:events';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, test } from 'vitest';
import { entities } from '#schema/index.ts';
import type { Rendered, RenderJob } from '#schema/rendering.ts';
import { FACES } from './faces.ts';
import * as steps from './steps.ts';
import { isTakenOver, KEEP, UNTIL_DRAWN } from './takenOver.ts';
import { giveToken, openTab, routesOf, tokenOf } from './visit.ts';
import { standingWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await standingWorld();
});

/** Asks for the page of a list until the server has drawn it in time. */
async function goToDrawn(page: Page, path: string, waitUntil: 'load' | 'commit' = 'load'): Promise<string> {
  let html = '';
  await steps
    .eventually(async () => {
      const answer = await page.goto(world.server.url + path, { waitUntil });
      html = (await answer?.text()) ?? '';
      return html.includes(' data-drawn=');
    }, UNTIL_DRAWN)
    .toBe(true);
  return html;
}

/** The same, until its code has taken it over. */
async function openDrawn(page: Page, path: string): Promise<string> {
  const html = await goToDrawn(page, path);
  await page.waitForFunction(() => !document.querySelector('#root[data-drawn]'));
  return html;
}

/** Has the page tell its server of its list, as when it is left. Returns whether it has. */
async function isTold(page: Page, path: string): Promise<boolean> {
  await page.evaluate(() => dispatchEvent(new Event('pagehide')));
  const cookies = await page.context().cookies(world.server.url + path);
  const own = encodeURIComponent(`${path.slice(1)}:`);
  return cookies.some(
    ({ name, value }) => name === 'list' && encodeURIComponent(decodeURIComponent(value)).startsWith(own),
  );
}

const lists = new Set(entities.map(({ name }) => `/${name}`));
const LOOKS = [
  { width: 1280, preferences: '{}' },
  { width: 390, preferences: '{"language":"ne","theme":"dark"}' },
];

test.each([steps.CUSTOMER, steps.ADMIN])(
  'React continues with each list that the server has drawn for %s',
  async (email) => {
    const { page, complaints, settled } = await openTab(world);
    const token = await tokenOf(world, email);
    await giveToken(page, world, token);
    await page.addInitScript(KEEP);
    const own = (await routesOf(world, token, email)).filter((path) => lists.has(path));
    expect(own.length).toBeGreaterThan(10);
    const anew: Record<string, unknown> = {};
    let drawn = 0;
    for (const [index, path] of own.entries()) {
      const { width, preferences } = LOOKS[index % 2] as (typeof LOOKS)[number];
      await page.setViewportSize({ width, height: 844 });
      await page
        .evaluate((text) => localStorage.setItem('preferences', text), preferences)
        .catch(() => undefined);
      await page.goto(world.server.url + path);
      await settled();
      // The server is not told of a list that begins with a filter.
      if (!(await isTold(page, path))) continue;
      await openDrawn(page, path);
      await settled();
      const parts = await isTakenOver(page);
      if (parts?.includes(false) !== false) anew[path] = parts;
      drawn++;
    }
    expect(anew).toEqual({});
    expect(drawn).toBeGreaterThan(10);
    expect(complaints).toEqual([]);
  },
);

/** Draws in a thread, one after the other, as the server does. */
async function draw(jobs: readonly RenderJob[]): Promise<(Rendered | undefined)[]> {
  const program = pathToFileURL(resolve(import.meta.dirname, '../../dist/.vite/render/index.mjs')).href;
  const thread = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads');
    import(workerData.program).then(async ({ renderList }) => {
      const drawn = [];
      for (const job of workerData.jobs) drawn.push(await renderList(job).catch(() => undefined));
      parentPort.postMessage(drawn);
    });`,
    { eval: true, workerData: { program, jobs } },
  );
  const [drawn] = await once(thread, 'message');
  await thread.terminate();
  return drawn as (Rendered | undefined)[];
}

/** A customer's list of contacts, drawn by the server. */
async function drawnContacts() {
  const { page, complaints, settled } = await openTab(world);
  await giveToken(page, world, await tokenOf(world, steps.CUSTOMER));
  await page.addInitScript(KEEP);
  await page.goto(`${world.server.url}/contact`);
  await settled();
  await isTold(page, '/contact');
  await openDrawn(page, '/contact');
  return { page, complaints, settled };
}

describe('a list that the server has drawn', () => {
  test('is what its user sees, and has nothing of the one before', async () => {
    const { page } = await drawnContacts();
    const names = await page.locator('.crud-rows td a.crud-title').allTextContents();
    const html = await openDrawn(page, '/contact');
    for (const name of names.slice(0, 5))
      expect(html.split('</head>')[1]?.split('</main>')[0]).toContain(name);
    await giveToken(page, world, await tokenOf(world, steps.ADMIN));
    const staffs = await (await page.goto(`${world.server.url}/users`))?.text();
    for (const name of names.slice(0, 5)) expect(staffs).not.toContain(name);
  });

  test('is drawn for nobody else: not without a profile, nor without the right, nor for other rows', async () => {
    const { page } = await drawnContacts();
    const html = await openDrawn(page, '/contact');
    const written = (id: string) => RegExp(`id="${id}">([^<]*)<`).exec(html)?.[1] ?? '';
    const list = written('list');
    const user = JSON.parse(written('user')) as { uuid: string; ui_permissions: unknown[] };
    const job: RenderJob = {
      url: `${world.server.url}/contact`,
      user: user.uuid,
      written: { config: written('config'), user: written('user'), list },
      path: (JSON.parse(list) as { path: string }).path,
      look: { preferences: '{}', media: [], isMac: false, height: 840, store: {} },
    };
    const of = (more: object): RenderJob => ({ ...job, written: { ...job.written, ...more } });
    const sorted = { sort: 'name', order: 'ASC', page: 1, perPage: 25, filter: {} };
    const drawings = await draw([
      job,
      // Rows that it does not show, which the next must not find.
      { ...job, look: { ...job.look, store: { 'contact.listParams': JSON.stringify(sorted) } } },
      of({ list: 'null' }),
      { ...of({ user: '{}' }), user: 'another' },
      { ...job, user: 'another' },
      of({ user: JSON.stringify({ ...user, ui_permissions: [] }) }),
      { ...job, path: `${job.path}&search=9` },
      job,
    ]);
    expect(drawings.map((one) => one !== undefined)).toEqual([true, ...Array(6).fill(false), true]);
    expect(drawings.at(-1)).toEqual(drawings[0]);
  });

  test('is drawn as its user chose, also if that was after the server was told', async () => {
    const { page, complaints, settled } = await drawnContacts();
    const density = (text: string) =>
      page.evaluate((text) => {
        const key = Object.keys(localStorage).find(
          (one) => one.startsWith('RaStore') && one.endsWith('.first'),
        );
        localStorage.setItem(`${key?.split('.')[0]}.lists.density`, text);
      }, text);
    const table = page.locator('.crud-rows');
    await density('"compact"');
    await openDrawn(page, '/contact');
    expect(await table.getAttribute('data-density')).toBe('compact');
    // Another tab has changed it since the server was told, however often the page is asked for.
    await page.addInitScript(`{
      const key = Object.keys(localStorage).find((one) => one.endsWith('.lists.density'));
      window.own = localStorage[key] === '"compact"' ? 'comfortable' : 'compact';
      localStorage[key] = JSON.stringify(window.own);
    }`);
    const html = await openDrawn(page, '/contact');
    await settled();
    const own = await page.evaluate<string>('window.own');
    expect(html).not.toContain(`data-density="${own}"`);
    expect(await table.getAttribute('data-density')).toBe(own);
    expect(await isTakenOver(page)).toContain(false);
    expect(complaints).toEqual([]);
  });

  test('is shown when all fonts have come in which it is written, but those of the names in its rows', async () => {
    const { page } = await drawnContacts();
    await page.addInitScript(`{
      ${FACES}
      window.drawnIn = loadedFaces;
      // It does not wait for ever, and this machine may be busy: what the page's own script puts off does not come.
      const { setTimeout } = window;
      const isOwn = () => document.currentScript?.src === '';
      window.setTimeout = (work, delay, ...more) => (isOwn() ? 0 : setTimeout(work, delay, ...more));
      new MutationObserver(() => {
        if (document.querySelector('#root[data-drawn]:not([hidden])')) window.shownIn ??= loadedFaces();
      }).observe(document, { subtree: true, attributeFilter: ['hidden'] });
    }`);
    let linked = '';
    page.on('response', (response) => {
      if (response.request().isNavigationRequest()) linked = response.headers().link ?? '';
    });
    await openDrawn(page, '/contact');
    expect(linked.match(/[\w-]+(?=-[\w-]{8}\.woff2)/g)).toEqual([
      ...['poppins-latin-400-normal', 'poppins-latin-500-normal'],
      ...['inter-latin-600', 'poppins-latin-600-normal'],
    ]);
    await page.evaluate('document.fonts.ready.then(() => undefined)');
    const shownIn = await page.evaluate<string[]>('window.shownIn');
    expect(shownIn).toContain('Inter 600 U+20');
    const drawnIn = await page.evaluate<string[]>('window.drawnIn()');
    const late = drawnIn.filter((face) => !shownIn.includes(face));
    // Other journeys of this world write Nepali digits into rows.
    expect(late.filter((face) => !/^Poppins (?:500 U\+900|[45]00 U\+966)$|Fallback /.test(face))).toEqual([]);
  });

  test('holds presses and typing until its code has come', async () => {
    const { page, complaints, settled } = await drawnContacts();
    const code = Promise.withResolvers<void>();
    await page.route(/\/assets\/shell-.*\.js/, async (route) => {
      await code.promise;
      await route.continue();
    });
    await goToDrawn(page, '/contact', 'commit');
    await steps.see(page.locator('#root[data-drawn] .crud-rows tbody tr').first());
    await page
      .getByRole('checkbox', { name: /^Select/ })
      .nth(1)
      .click();
    await page.getByRole('searchbox').first().fill('9');
    expect(await page.locator('.crud-bulk').count()).toBe(0);
    code.resolve();
    await steps.eventually(() => new URL(page.url()).search).toContain('filter');
    await settled();
    expect(await page.getByRole('searchbox').first().inputValue()).toBe('9');
    expect(complaints).toEqual([]);
  });

  test('has links that lead on before its code has come', async () => {
    const { page } = await drawnContacts();
    await page.route(/\/assets\/shell-.*\.js/, () => undefined);
    await goToDrawn(page, '/contact', 'commit');
    await steps.see(page.locator('#root[data-drawn] .crud-rows tbody tr').first());
    await page.locator('a[href="/contact/groups"]').click({ noWaitAfter: true });
    await page.waitForURL('**/contact/groups', { waitUntil: 'commit' });
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});
