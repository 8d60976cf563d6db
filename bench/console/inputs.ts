import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright';
import { type Campaign, campaign } from '#schema/campaign.ts';
import { contactGroup } from '#schema/contactGroup.ts';
import { senderIdentity } from '#schema/senderIdentity.ts';
import type { Row } from '../server/table.ts';
import { newPerson, openTab, type Tab } from './browser.ts';
import type { Ours } from './ours.ts';
import { press, signedIn, type, typePair } from './person.ts';
import { attempt, keep, type Setting } from './setting.ts';
import { sheetOf } from './sheets.ts';
import { filled, type Site } from './site.ts';

const LIMIT_MS = 200;
/** The text area, not its hidden copy for measuring. */
export const MESSAGE = 'main textarea:not([aria-hidden])';

/** Records the longest time from a click or a key until the next frame (Event Timing, in steps of 8 ms). */
const EVENTS = `(() => {
  if (window.top !== window) return;
  window.benchSlowest = { ms: 0, on: '' };
  new PerformanceObserver((list) => {
    for (const { interactionId, duration, name, target } of list.getEntries()) {
      if (!interactionId || duration <= window.benchSlowest.ms) continue;
      window.benchSlowest = { ms: duration, on: name + ' ' + (target?.tagName ?? '') };
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
})();`;

/** Late responses may arrive after a step is over. */
const ANSWER_MS = 600;

interface Slowest {
  ms: number;
  step: string;
}

/** A tab that records the slowest response to any input of its steps. */
class Inputs {
  slowest: Slowest = { ms: 0, step: 'none' };
  readonly #tab: Tab;

  constructor(tab: Tab) {
    this.#tab = tab;
  }

  async step(name: string, act: () => Promise<unknown>): Promise<void> {
    await act();
    await this.#tab.page.waitForTimeout(ANSWER_MS);
    const { ms, on } = await this.#tab.value<{ ms: number; on: string }>(
      '(() => { const found = window.benchSlowest; window.benchSlowest = { ms: 0, on: "" }; return found; })()',
    );
    if (ms > LIMIT_MS) console.error(`  ${name}: ${ms} ms (${on.trim()})`);
    if (ms > this.slowest.ms) this.slowest = { ms, step: name };
  }
}

export async function openInputs(
  context: BrowserContext,
  url: string,
): Promise<{ tab: Tab; inputs: Inputs }> {
  const tab = await openTab(context);
  await tab.install(EVENTS);
  await tab.slow();
  await tab.page.goto(url);
  await tab.quiet();
  return { tab, inputs: new Inputs(tab) };
}

/** Common to all consoles: signing in, and a list that is searched, sorted and selected. */
async function everywhere(context: BrowserContext, site: Site): Promise<Slowest> {
  const { tab, inputs } = await openInputs(context, site.list);
  await inputs.step('typing the pair', () => typePair(tab, site));
  await inputs.step('pressing Sign in', () => press(tab, site.signIn.submit));
  await tab.quiet();
  if (site.leadsBack === false) await tab.page.goto(site.list);
  await tab.watch('list', filled(site.rows));
  await tab.moment('list');
  await tab.quiet();
  await inputs.step('sorting', () => press(tab, site.sort));
  await tab.quiet();
  const box = `${site.rows} :is(input[type=checkbox], .adminjs_Checkbox)`;
  await inputs.step('ticking a row', () => press(tab, box));
  // The bulk action bar may cover the search.
  await inputs.step('taking the tick away', () => press(tab, box));
  const { search } = site;
  if (search) await inputs.step('searching', () => type(tab, search, 'sharma'));
  await tab.page.close();
  return inputs.slowest;
}

/** Menu, forms and dialogs of this console. */
async function around(context: BrowserContext, ours: Ours): Promise<Slowest> {
  const { tab, inputs } = await openInputs(context, `${ours.server.url}/contact`);
  // The pages in a menu group can be found once it is open.
  await inputs.step('opening a group of the menu', () => press(tab, 'nav li:has(a[href="/sms"]) > button'));
  for (const href of ['/', '/sms', '/sms/templates', '/contact', '/sms/bulk-sms']) {
    await inputs.step(`menu to ${href}`, () =>
      press(tab, `nav.menu a[href="${href}"], nav .menu a[href="${href}"]`),
    );
    await tab.quiet();
  }
  await inputs.step('writing a message', () =>
    type(tab, MESSAGE, 'Hello {{name}}, we open at ten. '.repeat(2)),
  );
  await inputs.step('another way to choose recipients', () => tab.page.getByRole('tab').last().click());
  await tab.page.close();
  return inputs.slowest;
}

/** Writing a message while a file of a million rows is being read. */
async function whileReading(context: BrowserContext, ours: Ours, file: string): Promise<Slowest> {
  const { tab, inputs } = await openInputs(context, `${ours.server.url}/sms/bulk-sms`);
  await tab.page.getByRole('tab').last().click();
  const input = tab.page.locator('input[type=file]').first();
  await input.waitFor({ state: 'attached' });
  await inputs.step('choosing a sheet', () => input.setInputFiles(file));
  // Without visible progress there would be nothing to measure.
  await tab.page.getByRole('tabpanel').getByRole('progressbar').waitFor();
  await inputs.step('writing while it is read', () => type(tab, MESSAGE, 'Hello there'));
  await tab.page.close();
  return inputs.slowest;
}

/** Working on the page of a campaign whose figures change while it is sent. */
async function whileSending(context: BrowserContext, ours: Ours): Promise<Slowest> {
  const { server } = ours;
  const first = async (path: string) =>
    (await server.call<{ results: { uuid: string }[] }>('GET', `${path}?page_size=1`)).results[0]?.uuid;
  const [sender, group] = [await first(senderIdentity.path), await first(contactGroup.path)];
  const body = {
    name: 'Bench',
    sender,
    body: 'Hello there',
    recipients: { groups: [group] },
    max_cost: 1_000_000,
  };
  const { data } = await server.call<{ data: { uuid: string } }>('POST', campaign.path, body);
  const { tab, inputs } = await openInputs(context, `${server.url}/sms/${data.uuid}/show`);
  const search = tab.page.locator('main input[type=search]').first();
  if (await search.isVisible())
    await inputs.step('searching while it is sent', () => search.pressSequentially('98', { delay: 100 }));
  await inputs.step('pressing Tab while it is sent', async () => {
    for (let i = 0; i < 10; i++) await tab.page.keyboard.press('Tab', { delay: 50 });
  });
  const after = await server.call<{ data: Campaign }>('GET', `${campaign.path}${data.uuid}/`);
  if (after.data.status !== 'sending') throw new Error(`The campaign is ${after.data.status}.`);
  await tab.page.close();
  return inputs.slowest;
}

const worst = (all: readonly Slowest[]): Slowest => all.reduce((a, b) => (b.ms > a.ms ? b : a));

/** The slowest response to input: common to every console, and in ours. */
export async function inputs({ browser, ours, rivals }: Setting, rounds: number): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-sheet-'));
  const file = join(folder, 'million.csv');
  writeFileSync(file, sheetOf(1_000_000));
  const row = (what: string): Row => ({
    ...{ what, unit: 'ms', better: 'less', ours: [], rivals: {}, budget: `${LIMIT_MS} ms`, limit: LIMIT_MS },
  });
  const same = row('slowest answer to an input: signing in, searching, sorting, ticking');
  const own = row('the same of menu, forms, a sheet being read, a campaign being sent');
  const slowestOf = async (site: Site): Promise<number> => {
    const context = await newPerson(browser);
    try {
      const { ms, step } = await everywhere(context, site);
      console.error(`  ${site.name}: ${ms} ms ${step}`);
      return ms;
    } finally {
      await context.close();
    }
  };
  for (let round = 0; round < rounds; round++) {
    same.ours.push(await slowestOf(ours));
    for (const rival of rivals) keep(same, rival.name, await attempt(rival.name, () => slowestOf(rival)));
    const context = await newPerson(browser);
    await signedIn(context, ours);
    const slowest = worst([
      await around(context, ours),
      await whileReading(context, ours, file),
      await whileSending(context, ours),
    ]);
    console.error(`  ${ours.name}: ${slowest.ms} ms ${slowest.step}`);
    own.ours.push(slowest.ms);
    await context.close();
  }
  rmSync(folder, { recursive: true });
  return [same, own];
}
