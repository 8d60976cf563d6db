import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { isGroup, menu } from '../../../src/layout/menu.ts';
import { flat, type Texts } from '../../support/flatTexts.ts';

const root = resolve(import.meta.dirname, '../../..');
const files = import.meta.glob<Record<string, Texts>>('../../../src/i18n/en/{,entities/}*.ts', {
  eager: true,
});
const texts = Object.values(files).flatMap((module) => [
  ...flat(Object.assign({}, ...Object.values(module))).entries(),
]);
const english = new Map(texts);
const nameOf = (label: string): string => (english.get(label) ?? label).split(' |||| ').at(-1) as string;
const tabs = texts.filter(([key]) => key.startsWith('settings.tabs.')).map(([, text]) => text);

/** What each entry of the menu leads to: the entries of its group, and tabs and buttons of pages. */
const places = new Map<string, readonly string[]>([
  ...menu.map((item): [string, string[]] => [
    nameOf(item.label),
    isGroup(item) ? item.entries.map(({ label }) => nameOf(label)) : [],
  ]),
  ['Contact', ['Import a file']],
  ['Provider settings', tabs],
]);
places.set('Wallet', [...(places.get('Wallet') ?? []), 'Monthly invoices']);

const pages = [
  'README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];
const found = (pattern: RegExp) =>
  pages.flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(pattern)].map((match) => ({ page, match })),
  );

test('a way through the console that a page tells exists there', () => {
  const ways = found(/(?<=^|[^\w])([A-Z][a-z]+(?: [A-Za-z]+)?) [›→] ([^*_`\n]+)/gm).filter(
    ({ match: [, from = ''] }) => places.has(from),
  );
  const wrong = ways.filter(
    ({ match: [, from = '', to = ''] }) =>
      !places.get(from)?.some((name) => to.startsWith(name) && !/^\w/.test(to.slice(name.length))),
  );
  expect(ways.length).toBeGreaterThan(20);
  expect(wrong.map(({ page, match: [way] }) => `${page}: ${way}`)).toEqual([]);
});

test('a tab that a page names is one of the provider settings', () => {
  const named = found(/\btab (?:\*\*)?([A-Z][\w-]+)/g);
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter(({ match: [, name = ''] }) => !tabs.includes(name)).map(({ page }) => page)).toEqual(
    [],
  );
});
