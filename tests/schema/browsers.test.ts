import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** The oldest versions of Chrome (and Edge), Firefox and Safari that docs/console-alone.md promises. */
const [, ...promised] =
  /Chrome and Edge (\d+), Firefox (\d+) and Safari ([\d.]+)/.exec(read('docs/console-alone.md')) ?? [];
const oldest = promised.map(Number);

/** How code uses a feature, and since when Chrome, Firefox and Safari have it (MDN's browser-compat-data 8.1.9). */
const features: readonly [use: string | RegExp, chrome: number, firefox: number, safari: number][] = [
  ['Promise.withResolvers', 119, 121, 17.4],
  ['Promise.try', 128, 134, 18.2],
  ['Array.fromAsync', 121, 115, 16.4],
  ['Object.groupBy', 117, 119, 17.4],
  ['Map.groupBy', 117, 119, 17.4],
  [
    /(?<!\bz)\.(union|intersection|difference|symmetricDifference|is(SubsetOf|SupersetOf|DisjointFrom))\(/,
    122,
    127,
    17,
  ],
  [
    /\.(keys|values|entries)\(\)\s*\.(map|filter|take|drop|flatMap|reduce|toArray|some|every|find)\(/,
    122,
    131,
    18.4,
  ],
  [
    /\bmatchAll\([^()]*\)\s*\.(map|filter|take|drop|flatMap|reduce|toArray|some|every|find)\(/,
    122,
    131,
    18.4,
  ],
  ['Iterator.from', 122, 131, 18.4],
  [/\.getOrInsert(Computed)?\(/, 145, 144, 26.2],
  ['RegExp.escape', 136, 134, 18.2],
  [/\/[dgimsuy]*v[dgimsuy]*\.(test|exec)\(/, 112, 116, 17],
  ['Math.sumPrecise', 147, 137, 26.2],
  [/\b(from|to|setFrom)(Base64|Hex)\(/, 140, 133, 18.2],
  [/\.(transfer|transferToFixedLength|resize)\(|maxByteLength/, 114, 122, 17.4],
  ['JSON.rawJSON', 114, 135, 18.4],
  [/\b(Float16Array|f16round|getFloat16)\b/, 135, 129, 18.2],
  [/\b(Temporal|DisposableStack|URLPattern|cookieStore|CloseWatcher)\b/, 1000, 1000, 1000],
  ['Intl.Segmenter', 87, 125, 14.1],
  ['Intl.DurationFormat', 129, 136, 16.4],
  [/\.isWellFormed\(|\.toWellFormed\(/, 111, 119, 16.4],
  [/\.(toSorted|toReversed|toSpliced)\(/, 110, 115, 16],
  ['URL.canParse', 120, 115, 17],
  ['URL.parse', 126, 126, 18],
  [/\b(params|searchParams|search|query|kept)\.size\b/, 113, 112, 17],
  ['AbortSignal.any', 116, 124, 17.4],
  ['Response.json(', 105, 115, 17],
  ['.getSetCookie(', 113, 112, 17],
  [/\.checkVisibility\(/, 105, 106, 17.4],
  [/\b(show|hide|toggle)Popover\(|\bpopover=/i, 114, 125, 17],
  [/\.(startViewTransition|moveBefore|setHTML|setHTMLUnsafe|getHTML|ariaNotify)\(/, 1000, 1000, 1000],
  [/\brequestIdleCallback\(/, 47, 55, 1000],
  [/\bscheduler\.(yield|postTask)\(/, 129, 142, 1000],
  [/'scrollend'/, 114, 109, 26.2],
  [/\bwindow\.navigation\b|\bnavigation\.navigate\(/, 102, 147, 26.2],
];

/** Files that look first whether the browser has it. */
const asking = ['src/start/whenIdle.ts: requestIdleCallback('];

const uses = (source: string, use: string | RegExp): string | undefined =>
  typeof use === 'string' ? (source.includes(use) ? use : undefined) : use.exec(source)?.[0];

test('the console does without what the oldest browsers that it promises to run in lack', () => {
  expect(oldest).toHaveLength(3);
  const newer = features.filter(([, ...since]) => since.some((version, at) => version > (oldest[at] ?? 0)));
  expect(newer.length).toBeGreaterThan(25);
  const files = globSync(['src/**/*.{ts,tsx}', 'schema/**/*.ts'], { cwd: root });
  expect(files.length).toBeGreaterThan(700);
  const found = files.flatMap((file) => {
    // Comments may name it.
    const source = read(file).replace(/^\s*(\/\/|\/?\*).*$/gm, '');
    return newer.flatMap(([use]) => {
      const text = uses(source, use);
      return text === undefined ? [] : [`${file}: ${text}`];
    });
  });
  expect(found).toEqual(asking);
});

test('text that styles add is there in browsers that know no alternative text for it', () => {
  const found = globSync('src/**/*.css', { cwd: root }).flatMap((file) =>
    [
      ...read(file)
        .replace(/^\s*\/\*.*\*\/\n/gm, '')
        .matchAll(/^(.*)\n\s*content: (".*") \/ ".*";/gm),
    ].map(([, before = '', text]) => [before.trim(), `content: ${text};`]),
  );
  expect(found.length).toBeGreaterThan(0);
  for (const [before, needed] of found) expect(before).toBe(needed);
});
