/**
 * `npm run screenshots -- --sheets [--only=TEXT]`: a contact sheet of each route of the console (of those whose name
 * contains TEXT) in test-results/sheets/, in every width, language and theme, and a list of what looks wrong there. With
 * `--mixed` a quarter of them: each width, each language and each theme of a page once, in pairs that differ by page.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { cutTexts, sideways } from '../../tests/e2e/overflow.ts';
import { isStaffs, NOBODY, publicRoutes, readWith, signedInRoutes } from '../../tests/e2e/routes.ts';
import { root } from '../setup.mjs';
import { ADMIN, CUSTOMER, open, openSignedIn, settle, tokenOf, url } from './demo.mjs';
import { createMontage, heightAt } from './montage.mjs';

/** CSS pixels. */
export const WIDTHS = [390, 768, 1024, 1440];
const HEIGHT = 900;
export const LOOKS = ['en', 'ne'].flatMap((language) =>
  ['light', 'dark'].map((mode) => ({ language, mode })),
);
/** Stands for the looks of a row that has one of each. */
const MIXED = { language: 'en and ne', mode: 'light and dark' };
const byWidth = (one, other) => one.width - other.width;
const folder = join(root, 'test-results', 'sheets');

/** The sheets to take: whose, of which address, and their file's name. */
async function listSheets() {
  const routesFor = async (email) => signedInRoutes(readWith(url, await tokenOf(email)));
  const routes = {
    'signed-out': publicRoutes,
    customer: await routesFor(CUSTOMER),
    administrator: (await routesFor(ADMIN)).filter(isStaffs),
  };
  return Object.entries(routes).flatMap(([who, paths]) =>
    [...new Set(paths)].map((path) => {
      const named = path.replaceAll(NOBODY, 'nothing').replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'record');
      return { who, path, name: `${who}${named.replaceAll('/', '-').replace(/-$/, '')}` };
    }),
  );
}

/** Collects what the browser complains of on this page: errors in its console, and what the page's policy refused. */
export async function listen(page) {
  const heard = [];
  page.on('console', (message) => {
    if (message.type() === 'error') heard.push(message.text());
  });
  page.on('pageerror', (error) => heard.push(error.stack ?? error.message));
  await page.exposeFunction('reportViolation', (text) => heard.push(text));
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, disposition }) =>
      window.reportViolation(`policy (${disposition}): ${violatedDirective} ${blockedURI}`),
    ),
  );
  return heard;
}

/** A tab for each look, signed in as the sheets' user. */
function openTabs(who) {
  return Promise.all(
    LOOKS.map(async (look) => {
      const email = { customer: CUSTOMER, administrator: ADMIN }[who];
      const page = email ? await openSignedIn(look, email) : await open(look);
      return { look, page, heard: await listen(page) };
    }),
  );
}

/** In a page: lets what is drawn once it is near the window be drawn. Returns the page's height in CSS pixels. */
async function scrollThrough() {
  for (const top of [document.documentElement.scrollHeight, 0]) {
    scrollTo(0, top);
    for (let i = 0; i < 10; i++) await new Promise(requestAnimationFrame);
  }
  return document.documentElement.scrollHeight;
}

/** Pictures of a page in one look, as JPEG by width, and what is wrong at each: `en light 390`, and the fault. */
async function shootLook({ look, page, heard }, path, widths) {
  const faults = [];
  const pictures = [];
  heard.length = 0;
  await page.setViewportSize({ width: widths.at(-1), height: HEIGHT });
  await page.goto(url + path);
  for (const width of widths.toReversed()) {
    const at = `${look.language} ${look.mode} ${width}`;
    await page.setViewportSize({ width, height: HEIGHT });
    await settle(page).catch(() => faults.push({ at, fault: 'it does not come to rest' }));
    for (const element of await page.evaluate(sideways))
      faults.push({ at, fault: `is too wide: ${element}` });
    for (const element of await cutTexts(page)) faults.push({ at, fault: `is cut off: ${element}` });
    const height = await page.evaluate(scrollThrough);
    const clip = { x: 0, y: 0, width, height: Math.min(height, heightAt(width)) };
    const options = { type: 'jpeg', quality: 85, animations: 'disabled', caret: 'hide' };
    pictures.unshift({ width, content: await page.screenshot({ ...options, clip, fullPage: true }) });
  }
  // The browser itself complains of an address that leads to nothing.
  const errors = heard.filter((text) => !(path.includes(NOBODY) && /status of 40[04]/.test(text)));
  faults.push(...errors.map((fault) => ({ at: `${look.language} ${look.mode}`, fault, isError: true })));
  return { faults, pictures };
}

/** Faults that several looks share are one line. */
function linesOf({ who, path }, faults) {
  const places = Map.groupBy(faults, ({ fault }) => fault);
  return [...places].map(([fault, found]) => {
    const where =
      found.length === LOOKS.length * WIDTHS.length ? 'everywhere' : found.map(({ at }) => at).join(', ');
    return `${who} ${path}: ${fault} (${where})`;
  });
}

/** Takes the sheets. Returns 1 if a page wrote an error or broke its policy, otherwise 0. */
export async function takeSheets(args) {
  const only = args.find((one) => one.startsWith('--only='))?.slice('--only='.length) ?? '';
  const isMixed = args.includes('--mixed');
  const sheets = (await listSheets()).filter(({ name }) => name.includes(only));
  mkdirSync(folder, { recursive: true });
  const montage = await createMontage();
  const lines = [];
  let errors = 0;
  for (const [who, ofThem] of Map.groupBy(sheets, ({ who }) => who)) {
    const tabs = await openTabs(who);
    for (const [turn, sheet] of ofThem.entries()) {
      const widthsOf = (index) => (isMixed ? [WIDTHS[(index + turn) % WIDTHS.length]] : WIDTHS);
      const rows = await Promise.all(tabs.map((tab, index) => shootLook(tab, sheet.path, widthsOf(index))));
      const taken = rows.map(({ pictures }, index) => ({ look: LOOKS[index], pictures }));
      await montage.write(
        join(folder, `${sheet.name}.jpg`),
        `${sheet.who} ${sheet.path}`,
        isMixed
          ? [{ look: MIXED, pictures: taken.flatMap(({ pictures }) => pictures).sort(byWidth) }]
          : taken,
      );
      const faults = rows.flatMap((row) => row.faults);
      errors += faults.filter(({ isError }) => isError).length;
      lines.push(...linesOf(sheet, faults));
      console.log(`${sheet.name}.jpg${faults.length > 0 ? `  ${faults.length} faults` : ''}`);
    }
    for (const { page } of tabs) await page.context().close();
  }
  writeFileSync(join(folder, 'faults.txt'), lines.map((line) => `${line}\n`).join(''));
  for (const line of lines) console.log(line);
  console.log(
    `${sheets.length} sheets in ${relative(root, folder)}, ${lines.length} faults, ${errors} errors`,
  );
  return errors > 0 ? 1 : 0;
}
