/**
 * `npm run screenshots -- --dialogs [--only=TEXT]`: a contact sheet of each dialog of signing in, passkeys, keys, users and
 * KYC (of the journeys whose name contains TEXT) in test-results/dialogs/, in every width, language and theme, and a list
 * of what looks wrong there. Each look does everything with the real server: the last steps undo what the first ones did.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { cutTexts, sideways } from '../../tests/e2e/overflow.ts';
import { root } from '../setup.mjs';
import { open } from './demo.mjs';
import { createMontage } from './montage.mjs';
import { keys, secondFactor, sessions } from './ownJourneys.mjs';
import { LOOKS, listen, WIDTHS } from './sheets.mjs';
import { identity, users } from './staffJourneys.mjs';

/** `expects`: what the browser itself writes of answers that the journey provokes. */
const journeys = [
  { name: 'second-factor', take: secondFactor, expects: /status of (400|409)/ },
  { name: 'sessions', take: sessions },
  { name: 'keys', take: keys, expects: /status of 400/ },
  { name: 'users', take: users, expects: /status of 40[03]/ },
  // The browser's PDF viewer has no storage for the preferences that each page begins with.
  { name: 'identity', take: identity, expects: /reading 'setItem'/ },
];

const HEIGHTS = { 390: 844, 768: 1024, 1024: 768, 1440: 900 };
/** Size of a thumbnail in relation to what it shows. */
const SCALE = 0.62;
/** CSS pixels of the page around a dialog. */
const AROUND = 36;
const folder = join(root, 'test-results', 'dialogs');

/** In a page: waits until what is loaded is drawn. */
const rest = async () => {
  for (let i = 0; i < 4; i++) await new Promise(requestAnimationFrame);
};

/** Where the dialog of a page is, with some of what is around it; the window on phones and without a dialog. */
async function clipOf(page, width) {
  const window = { x: 0, y: 0, width, height: HEIGHTS[width] };
  const dialog = page.locator('[role=dialog]').last();
  const box = width > 390 && (await dialog.isVisible()) && (await dialog.boundingBox());
  if (!box) return window;
  const [x, y] = [Math.max(0, box.x - AROUND), Math.max(0, box.y - AROUND)];
  return {
    ...{ x, y, width: Math.min(width - x, box.width + 2 * AROUND) },
    height: Math.min(window.height - y, box.height + 2 * AROUND),
  };
}

/** Takes a journey in one look. `pictures` gets, by the name of what is shown, its pictures in each width. */
async function takeLook(journey, look, pictures, faults) {
  const page = await open(look);
  const heard = await listen(page);
  const at = `${look.language} ${look.mode}`;
  let place = 'its beginning';
  /** `part`: what must be in sight. */
  const shoot = async (name, part) => {
    place = name;
    const taken = [];
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHTS[width] });
      await page.waitForFunction(
        () => !document.querySelector('.MuiSkeleton-root') && document.fonts.status === 'loaded',
      );
      await part?.first().evaluate((element) => element.scrollIntoView({ block: 'center' }));
      await page.evaluate(rest);
      const where = `${at} ${width}`;
      for (const element of await page.evaluate(sideways))
        faults.push({ name, at: where, fault: `is too wide: ${element}` });
      for (const element of await cutTexts(page))
        faults.push({ name, at: where, fault: `is cut off: ${element}` });
      const clip = await clipOf(page, width);
      const options = { type: 'jpeg', quality: 85, animations: 'disabled', caret: 'hide' };
      taken.push({
        width,
        taken: clip.width,
        scale: SCALE,
        content: await page.screenshot({ ...options, clip }),
      });
    }
    pictures.set(name, [...(pictures.get(name) ?? []), { look, pictures: taken }]);
    await page.setViewportSize({ width: 1440, height: HEIGHTS[1440] });
  };
  try {
    await journey.take({ page, look, shoot });
  } catch (error) {
    faults.push({
      name: journey.name,
      at,
      fault: `broke off after ${place}: ${error.message.split('\n').slice(0, 3).join(' ')}`,
      isError: true,
    });
    await page.screenshot({ path: join(folder, `broken-${journey.name}-${look.language}-${look.mode}.png`) });
  }
  const errors = heard.filter((text) => !journey.expects?.test(text));
  faults.push(...errors.map((fault) => ({ name: journey.name, at, fault, isError: true })));
  await page.context().close();
}

/** Takes the sheets. Returns 1 if a journey broke off, or a page wrote an error or broke its policy; otherwise 0. */
export async function takeDialogs(args) {
  const only = args.find((one) => one.startsWith('--only='))?.slice('--only='.length) ?? '';
  mkdirSync(folder, { recursive: true });
  const montage = await createMontage();
  const faults = [];
  for (const journey of journeys.filter(({ name }) => name.includes(only))) {
    const pictures = new Map();
    for (const look of LOOKS) await takeLook(journey, look, pictures, faults);
    for (const [name, rows] of pictures) {
      await montage.write(join(folder, `${name}.jpg`), name, rows);
      console.log(`${name}.jpg`);
    }
  }
  const lines = [...Map.groupBy(faults, ({ name, fault }) => `${name}: ${fault}`)].map(
    ([text, found]) => `${text} (${found.map(({ at }) => at).join(', ')})`,
  );
  writeFileSync(join(folder, 'faults.txt'), lines.map((line) => `${line}\n`).join(''));
  for (const line of lines) console.log(line);
  console.log(`sheets in ${relative(root, folder)}, ${lines.length} faults`);
  return faults.some(({ isError }) => isError) ? 1 : 0;
}
