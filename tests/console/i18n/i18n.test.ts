import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import english from 'ra-language-english';
import { describe, expect, it } from 'vitest';
import { entities } from '#schema/index.ts';
import { messageReasons } from '#schema/messageReasons.ts';
import { createI18nProvider } from '../../../src/i18n/i18nProvider.ts';
import { texts as reactAdmin } from '../../../src/i18n/ne/reactAdmin.ts';
import { server } from '../../../src/i18n/ne/server.ts';
import { flat, type Texts } from '../../support/flatTexts.ts';
import { fits, keysInSource, plainKeys } from '../../support/i18nKeys.ts';
import { latinWords } from '../../support/latin.ts';
import { settingsParts } from '../../support/settingsParts.ts';

type Module = Record<string, Texts>;
const files = import.meta.glob<Module>('../../../src/i18n/{en,ne}/{,entities/}*.ts', { eager: true });

/** Every file of texts as `area` -> its flat texts, for one language. */
function areas(language: string): Map<string, Map<string, string>> {
  return new Map(
    Object.entries(files)
      .filter(([path]) => path.includes(`/${language}/`))
      .map(([path, module]) => [
        path.split('/').at(-1) ?? '',
        flat(Object.assign({}, ...Object.values(module))),
      ]),
  );
}
const en = areas('en');
const ne = areas('ne');

/** Files with one language only: react-admin and the schema bring their English, the server says its own. */
const single = new Set(['reactAdmin.ts', 'messageReasons.ts', 'server.ts']);
/** Of react-admin's tool that guesses a list's columns in development; there is none here. */
const { guesser: _, ...ra } = english.ra as unknown as Texts;
const raEn = flat({ ra });
const raNe = flat(reactAdmin as unknown as Texts);
const reasonsEn = flat({ message: { reason: messageReasons } });
const all = new Map([...[...en.values()].flatMap((area) => [...area]), ...raEn, ...reasonsEn]);
const allNe = new Map([...[...ne.values()].flatMap((area) => [...area]), ...raNe]);
/** Texts of the pages outside the shell, which carry no translate(): they read them as properties. */
const publicAreas = ['auth.ts', 'account.ts', 'otherOrigin.ts'];
const publicKeys = new Set(publicAreas.flatMap((name) => [...(en.get(name)?.keys() ?? [])]));
const spaces = new Set(
  [...all.keys()]
    .filter((key) => !publicKeys.has(key) || key.startsWith('auth.'))
    .map((key) => key.split('.')[0] ?? ''),
);
/** Colours of the theme are named like keys of the texts about a message's text. */
const isColour = (key: string): boolean => /^text\.(primary|secondary|disabled)$/.test(key);

const holes = (text: string): string[] => [...new Set(text.match(/%\{\w+\}/g))].sort();
const forms = (text: string): number => text.split('||||').length;

describe('the two languages', () => {
  it('have the same files', () => {
    const names = [...ne.keys()].filter((name) => !single.has(name));
    expect(names.sort()).toEqual([...en.keys()].sort());
    const folder = join(import.meta.dirname, '../../../src/i18n/en');
    const written = ['', 'entities/']
      .flatMap((part) => readdirSync(join(folder, part)))
      .filter((name) => /\.ts$/.test(name));
    expect([...en.keys()].sort()).toEqual(written.sort());
  });

  it('have the same keys in every file', () => {
    for (const [name, texts] of en)
      expect([...(ne.get(name)?.keys() ?? [])], name).toEqual([...texts.keys()]);
    expect([...raNe.keys()].sort()).toEqual([...raEn.keys()].sort());
    for (const [name, texts] of en) expect(texts.size, name).toBeGreaterThan(0);
  });

  it('have the same placeholders in every text', () => {
    const differing = [...all].filter(([key, text]) => `${holes(text)}` !== `${holes(allNe.get(key) ?? '')}`);
    expect(differing.map(([key]) => key)).toEqual([]);
  });

  it('have as many plural forms in every text', () => {
    const differing = [...all].filter(([key, text]) => forms(text) !== forms(allNe.get(key) ?? ''));
    expect(differing.map(([key]) => key)).toEqual([]);
  });

  it('leave no text empty', () => {
    const empty = [...all, ...allNe].filter(([key, text]) => text === '' && key !== 'ra.boolean.null');
    expect(empty.map(([key]) => key)).toEqual([]);
  });
});

describe('keys', () => {
  const { literals, templates, properties } = keysInSource(spaces);

  it('that the source names exist in both languages', () => {
    // What plain search finds, the reader of the syntax has found.
    const found = new Set(literals.map(({ key }) => key));
    expect(plainKeys().filter((key) => !found.has(key))).toEqual([]);
    // `resources.x` may also be a name of something else, such as a permission; those have no texts at all.
    const isBranch = (key: string) => [...all.keys()].some((known) => known.startsWith(`${key}.`));
    const missing = literals.filter(
      ({ key }) => !(all.has(key) && allNe.has(key)) && !isBranch(key) && !isColour(key),
    );
    expect(missing.map(({ key, at }) => `${at} ${key}`)).toEqual([]);
  });

  it('that the source puts together exist', () => {
    // A template may stop at a branch (`resources.${name}`), which the caller goes on from.
    const isThere = (key: string) =>
      [...all.keys()].some(
        (known) => fits(key, known) || fits(`${key}.*`, known) || fits(`${key}.*.*`, known),
      );
    const missing = templates.filter(({ key }) => !isThere(key));
    expect(missing.map(({ key, at }) => `${at} ${key}`)).toEqual([]);
  });

  it('are all used', () => {
    const named = new Set(literals.map(({ key }) => key));
    const choices = new Set(
      entities.flatMap(({ fields }) => Object.values(fields).flatMap((f) => f.choices ?? [])),
    );
    /** What labels.ts asks for by an entity's and a field's name, and what statuses are shown by. */
    const derived = (key: string): boolean => {
      const [space, ...rest] = key.split('.');
      if (space === 'ra') return true;
      const owners = [...entities, ...settingsParts].filter(
        ({ name }) => space === 'resources' && name === rest[0],
      );
      if (owners.length > 0) {
        const [, kind, field = ''] = rest;
        return (
          kind === 'name' ||
          owners.some(({ fields }) => field in fields) ||
          ['created_at', 'updated_at'].includes(field)
        );
      }
      if (key.startsWith('crud.choices.'))
        return choices.has(rest[1] ?? '') || rest[1]?.endsWith('active') === true;
      return publicKeys.has(key) && properties.has(key.split('.').at(-1) ?? '');
    };
    const unused = [...all.keys()].filter(
      (key) =>
        !named.has(key) &&
        !derived(key) &&
        !templates.some(({ key: template }) => fits(template, key)) &&
        // A column that a list adds to its entity's own (`progress`, `size`) is named in that list.
        !(key.startsWith('resources.') && properties.has(key.split('.').at(-1) ?? '')),
    );
    expect(unused).toEqual([]);
  });
});

/** Abbreviations that Nepali writes with a full stop. */
const abbreviation = /रु\.|नं\.|(ई|वि|क्र)\.सं\./g;

describe('Nepali', () => {
  it('is not the English text left as it was', () => {
    const same = [...all].filter(([key, text]) => allNe.get(key) === text && latinWords(text).length > 0);
    expect(same.map(([key, text]) => `${key}: ${text}`)).toEqual([]);
  });

  it('has no Latin words but names and abbreviations', () => {
    const found = [
      ...allNe,
      ...Object.entries(server).map(([key, text]) => [key.slice(0, 40), text] as const),
    ]
      .map(([key, text]) => [key, latinWords(text)] as const)
      .filter(([, words]) => words.length > 0);
    expect(found.map(([key, words]) => `${key}: ${words.join(', ')}`)).toEqual([]);
  });

  it('ends its sentences with a danda, not with a full stop', () => {
    const stops = [...allNe].filter(([, text]) =>
      /[\u0900-\u097f]\.(\s|$)/.test(text.replace(abbreviation, '')),
    );
    expect(stops.map(([key, text]) => `${key}: ${text}`)).toEqual([]);
  });
});

it.each(['search.recipients', 'dashboard.recipients_text'])('%s counts one and many', (key) => {
  const { translate } = createI18nProvider('en');
  expect(translate(key, { smart_count: 1, count: '1' })).toBe('1 recipient');
  expect(translate(key, { smart_count: 1200, count: '1,200' })).toBe('1,200 recipients');
});

describe('of values that an API leaves out, or only it knows', () => {
  it.each(['en', 'ne'] as const)('no name of a text and no plural’s signs are shown, in %s', (language) => {
    const { translate } = createI18nProvider(language);
    expect(translate('crud.choices.never-heard-of')).toBe('never-heard-of');
    for (const value of ['', undefined, null, Number.NaN])
      expect(translate(`crud.choices.${value}`)).toBe('–');
    for (const smart_count of [undefined, null, Number.NaN])
      expect(translate('text.parts', { smart_count, count: '–' })).toMatch(/^– \S+$/);
  });
});
