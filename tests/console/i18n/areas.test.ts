import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import '../../../src/App.tsx';
import { areaNames } from '../../../src/i18n/areas.ts';
import { texts as english } from '../../../src/i18n/english.ts';
import { messagesOf } from '../../../src/i18n/texts.ts';
import { screens as declaredScreens } from '../../../src/start/screen.ts';
import { flat, type Texts } from '../../support/flatTexts.ts';
import { fits, keysInSource, plainKeys } from '../../support/i18nKeys.ts';
import { entitiesIn, modulesBelow, screenSources } from '../../support/screenSource.ts';

const files = import.meta.glob<Record<string, Texts>>('../../../src/i18n/en/*.ts', { eager: true });

const base = flat(english.messages);
/** The area of each text that is not on every page. */
const areaOf = new Map(
  areaNames.flatMap((name) =>
    Object.values(files[`../../../src/i18n/en/${name}.ts`] ?? {}).flatMap((texts) =>
      [...flat(texts).keys()].map((key) => [key, name] as const),
    ),
  ),
);
const screens = screenSources(areaNames);
/** Loads its area `conflicts` when it needs it. */
const LOADS_ITS_OWN = 'src/layout/conflictTexts.ts';
const borders = new Set([...screens.map(({ module }) => module), LOADS_ITS_OWN]);
const { literals, templates } = keysInSource(
  new Set([...base.keys(), ...areaOf.keys()].map((key) => key.split('.')[0] ?? '')),
);
const asked = Map.groupBy([...literals, ...templates], ({ at }) => at.split(':')[0] ?? '');

const found = new Map<string, ReadonlySet<string>>();
/** The areas with a text of this key, below it, or that a template with `*` can mean. */
function areasFor(key: string): ReadonlySet<string> {
  const known = found.get(key);
  if (known) return known;
  const areas = new Set<string>();
  for (const [text, area] of areaOf)
    if (text === key || text.startsWith(`${key}.`) || (key.includes('*') && fits(key, text))) areas.add(area);
  found.set(key, areas);
  return areas;
}

/** The status of any list's records: the palette loads that list's texts with them. */
const OF_ANY_LIST = 'resources.*.choices.status.*';

/** Texts of areas that modules ask for, by the area, with one place of each. */
function neededBy(modules: Iterable<string>): Map<string, string> {
  const needed = new Map<string, string>();
  for (const path of modules) {
    for (const { key, at } of asked.get(path) ?? [])
      if (key !== OF_ANY_LIST) for (const area of areasFor(key)) needed.set(area, `${at} ${key}`);
    for (const entity of entitiesIn(path))
      for (const area of areasFor(`resources.${entity}`)) needed.set(area, `${path} ${entity}`);
  }
  return needed;
}

test('a text is in one place: on every page, or in one area', () => {
  const all = Object.values(files).flatMap((module) =>
    Object.values(module).flatMap((texts) => [...flat(texts).keys()]),
  );
  expect([...areaOf.keys()].filter((key) => base.has(key))).toEqual([]);
  // Composing has its plan's texts too, and the public pages have their own.
  expect(flat(messagesOf('en')).size).toBe(base.size + areaOf.size);
  expect([...areaOf.keys()].filter((key) => !all.includes(key))).toEqual([]);
});

test('the shell asks for no text of an area', () => {
  const shell = modulesBelow('src/App.tsx', borders);
  for (const path of ['src/layout/keyboard/Palette.tsx', 'src/layout/StepUpDialog.tsx'])
    expect(shell).toContain(path);
  expect([...neededBy(shell)]).toEqual([]);
});

test.each(screens.map((screen) => [screen.module, screen] as const))(
  '%s is declared with the areas of its texts',
  (module, { texts }) => {
    const modules = modulesBelow(module, borders);
    const read = new Set([...modules].flatMap((path) => asked.get(path) ?? []).map(({ key }) => key));
    expect(plainKeysOf(modules).filter((key) => !read.has(key))).toEqual([]);
    expect([...neededBy(modules)].filter(([area]) => !texts.includes(area))).toEqual([]);
  },
);

test('every screen of a generated resource has the areas of its fields, even opened first', () => {
  const generated = readFileSync('src/App.tsx', 'utf8').matchAll(/generatedResource\('([^']+)'/g);
  const missing = [...generated].flatMap(([, name = '']) => {
    const own = declaredScreens().filter(({ address }) => `${address}/`.startsWith(`${name}/`));
    expect(own.map(({ address }) => address)).toContain(`${name}/create`);
    const areas = [...areasFor(`resources.${name}`)];
    return own.flatMap(({ address, texts }) =>
      areas.filter((area) => !texts.some((text) => text === area)).map((area) => `${address}: ${area}`),
    );
  });
  expect(missing).toEqual([]);
});

/** What plain search finds, so that what the reader of the syntax misses is noticed. */
function plainKeysOf(modules: ReadonlySet<string>): string[] {
  try {
    return plainKeys((path) => modules.has(path));
  } catch {
    // A screen that only names its entity asks for no text.
    return [];
  }
}

test('every area belongs to a screen', () => {
  const used = new Set(
    screens.filter(({ texts }) => texts.length < areaNames.length).flatMap(({ texts }) => texts),
  );
  for (const area of neededBy([LOADS_ITS_OWN]).keys()) used.add(area);
  expect(areaNames.filter((name) => !used.has(name))).toEqual([]);
  expect(screens.length).toBeGreaterThan(80);
});
