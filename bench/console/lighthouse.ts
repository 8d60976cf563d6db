import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BrowserContext } from 'playwright';
import { NOBODY, publicRoutes, readWith, signedInRoutes } from '../../tests/e2e/routes.ts';
import { freePort } from '../../tests/support/ports.ts';
import type { Row } from '../server/table.ts';
import { launchShared } from './browser.ts';
import { ADMIN, CUSTOMER, tokenOf } from './ours.ts';
import { signedIn } from './person.ts';
import { install } from './rivals.ts';
import { attempt, keep, type Setting } from './setting.ts';
import type { Site } from './site.ts';

const run = promisify(execFile);
type Category = 'performance' | 'accessibility' | 'best-practices';
type Scores = Partial<Record<Category, number>>;

/** For audits that do not depend on speed: the page without throttling. By default Lighthouse simulates a slow phone. */
const DESK = ['--preset=desktop', '--throttling-method=provided', '--disable-storage-reset'];

/** A browser that Lighthouse can join while `use` runs. */
async function withBrowser<T>(use: (context: BrowserContext, port: number) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-lighthouse-'));
  const port = await freePort();
  const context = await launchShared(folder, port);
  try {
    return await use(context, port);
  } finally {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Report {
  runtimeError?: { message: string };
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null }>;
}

/** A second attempt for a page that did not load; temporary problems pass, others fail again. */
async function report(args: readonly string[], isLast = false): Promise<Report> {
  const cli = join(install('lighthouse'), 'node_modules/lighthouse/cli/index.js');
  // Lighthouse exits with 1 if its report has an error.
  const { stdout, stderr } = await run(process.execPath, [cli, ...args], { maxBuffer: 2 ** 27 }).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  const found = stdout ? (JSON.parse(stdout) as Report) : undefined;
  if (found && !found.runtimeError) return found;
  if (isLast) throw new Error(`Lighthouse of ${args[0]}: ${found?.runtimeError?.message ?? stderr}`);
  return report(args, true);
}

/** Scores of 0 to 100; lists what costs points. */
async function scoresOf(url: string, port: number, categories: Category[], more: string[]): Promise<Scores> {
  const { categories: found, audits } = await report([
    ...[url, `--port=${port}`, '--output=json', '--quiet', '--no-enable-error-reporting', ...more],
    `--only-categories=${categories.join(',')}`,
  ]);
  const scores: Scores = {};
  for (const name of categories) {
    const { score, auditRefs } = found[name] ?? { score: 0, auditRefs: [] };
    scores[name] = Math.round((score ?? 0) * 100);
    const lost = auditRefs.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9);
    if (scores[name] < 100)
      console.error(`  ${name} ${scores[name]} ${url}: ${lost.map(({ id }) => id).join(', ')}`);
  }
  return scores;
}

/** The sign-in page's performance with an empty cache. */
const performanceOf = (site: Site): Promise<number> =>
  withBrowser(
    async (_, port) => (await scoresOf(site.signIn.page, port, ['performance'], [])).performance ?? 0,
  );

const CHECKED: Category[] = ['accessibility', 'best-practices'];

/** The lowest scores of these pages; `as` signs in first. */
const lowestOf = (urls: readonly string[], as: (context: BrowserContext) => Promise<void>): Promise<Scores> =>
  withBrowser(async (context, port) => {
    await as(context);
    const lowest: Scores = {};
    for (const url of urls) {
      const scores = await scoresOf(url, port, CHECKED, DESK);
      for (const name of CHECKED) lowest[name] = Math.min(lowest[name] ?? 100, scores[name] ?? 0);
    }
    return lowest;
  });

const lower = (a: Scores, b: Scores): Scores =>
  Object.fromEntries(CHECKED.map((name) => [name, Math.min(a[name] ?? 100, b[name] ?? 100)]));

/** Every page of this console: public, customer, administrator. */
async function everyPage({
  ours: { server },
  ...setting
}: Setting): Promise<{ pages: number; scores: Scores }> {
  const people = [await tokenOf(server, CUSTOMER), await tokenOf(server, ADMIN)];
  const opened = publicRoutes.slice(0, setting.pages);
  let pages = opened.length;
  let scores = await lowestOf(
    opened.map((path) => server.url + path),
    async () => {},
  );
  for (const token of people) {
    // An id that does not exist gets a 404, which the browser logs in its console.
    const urls = (await signedInRoutes(readWith(server.url, token)))
      .filter((path) => !path.includes(NOBODY))
      .slice(0, setting.pages)
      .map((path) => server.url + path);
    pages += urls.length;
    const found = await lowestOf(urls, (context) =>
      context.addCookies([{ name: 'token', value: token, url: server.url }]),
    );
    scores = lower(scores, found);
  }
  return { pages, scores };
}

/** Lighthouse's scores. Audits that do not depend on speed run once. */
export async function lighthouse(setting: Setting, rounds: number): Promise<Row[]> {
  const { ours, rivals } = setting;
  const row = (what: string, limit: number): Row => ({
    ...{ what, unit: '', better: 'more', ours: [], rivals: {}, budget: String(limit), limit },
  });
  const performance = row('Lighthouse: performance of the sign-in page', 95);
  for (let round = 0; round < rounds; round++) {
    performance.ours.push(await performanceOf(ours));
    for (const rival of rivals)
      keep(performance, rival.name, await attempt(rival.name, () => performanceOf(rival)));
  }
  const { pages, scores } = await everyPage(setting);
  const rows: Row[] = CHECKED.map((name) => ({
    ...row(`Lighthouse: ${name.replace('-', ' ')}, lowest of ${pages} pages; of rivals, their list`, 100),
    ours: [scores[name] ?? 0],
  }));
  for (const rival of rivals) {
    const list = await attempt(rival.name, () =>
      lowestOf([rival.list], (context) => signedIn(context, rival)),
    );
    for (const [i, row] of rows.entries()) keep(row, rival.name, list?.[CHECKED[i] as Category]);
  }
  return [performance, ...rows];
}
