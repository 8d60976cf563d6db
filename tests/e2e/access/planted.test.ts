import { expect, test } from 'vitest';
import { VIEWPORT } from '../../support/browser.ts';
import { focusFaults } from '../accessScan.ts';
import { findings } from '../engines.ts';
import { atWidths } from '../tour/tour.ts';
import { openTab } from '../visit.ts';
import { standingWorld } from '../world.ts';
import { coverFaults } from './covers.ts';

const pageOf = (body: string) =>
  `<!doctype html><html><head><title>Wrong</title></head><body>${body}</body></html>`;
const open = async (body: string) => {
  const { page } = await openTab(await standingWorld());
  await page.goto(`data:text/html,${encodeURIComponent(pageOf(body))}`);
  return page;
};

test('engines find what is planted, and name the element', async () => {
  const small = 'style="width: 8px; height: 8px; padding: 0; border: 0"';
  const over = (left: number) => `style="position: absolute; left: ${left}px; width: 40px; height: 40px"`;
  const page = await open(`<main><h1>Wrong</h1>
    <img src="data:," id="picture"><p style="color: #999; background: #fff">Pale</p><input id="lonely">
    <div><button ${small} aria-label="One"></button><button ${small} aria-label="Two"></button></div>
    <div style="position: relative; height: 60px"><button ${over(0)} aria-label="Under"></button>
    <button ${over(10)} aria-label="Over"></button></div>
    <div aria-hidden="true"><a href="#top">Hidden</a></div><ul><p>No item</p></ul></main>`);
  const found = await findings(page);
  const expected = [
    /^axe html-has-lang: <html>/,
    /^axe image-alt: <img src="data:," id="picture"> +Element does not/,
    /^axe color-contrast: <p style="color: #999; background: #fff">Pale<\/p> +Element has insufficient/,
    /^axe label: <input id="lonely"> +Element does not/,
    /^axe target-size: <button style="width: 8px; .*Two/,
    /^axe target-size: <button style="position: absolute; .*Under/,
    /^axe aria-hidden-focus: <div aria-hidden="true">/,
    /^axe list: <ul><p>No item/,
    /^htmlcs .*3_1_1.*: <html>/,
    /^htmlcs .*1_1_1.*: <img src="data:," id="picture"> Img element/,
    /^htmlcs .*1_4_3.*: <p style="color: #999; background: #fff">Pale<\/p> This element/,
    /^htmlcs .*1_3_1.*: <input id="lonely"> This form field/,
  ];
  expect(expected.filter((words) => !found.some((finding) => words.test(finding)))).toEqual([]);
});

test('what is wrong in the other look alone is found after the first was right', async () => {
  const page = await open('');
  /** A page in a language and in colours, whose structure is always the same unless a name is empty. */
  const findingsOf = (lang: string, words: string, colours: string, name = words) => {
    const named = `<button aria-label="${name}">${words}</button><input aria-label="${name}">`;
    const body = `<main style="${colours}"><h1>${words}</h1><p>${words}</p>${named}</main>`;
    return page
      .setContent(pageOf(body).replace('<html>', `<html lang="${lang}">`))
      .then(() => findings(page));
  };
  const light = 'color: #222; background: #fff';
  const dark = 'color: #ddd; background: #111';
  expect(await findingsOf('en', 'Send', light)).toEqual([]);
  expect(await findingsOf('ne', 'पठाउनुहोस्', dark)).toEqual([]);
  const pale = await findingsOf('ne', 'पठाउनुहोस्', 'color: #ddd; background: #999');
  expect(pale).toEqual([
    expect.stringMatching(/^axe color-contrast: <h1>/),
    expect.stringMatching(/^axe color-contrast: <p>/),
    expect.stringMatching(/^htmlcs .*1_4_3.*: <h1>/),
    expect.stringMatching(/^htmlcs .*1_4_3.*: <p>/),
  ]);
  expect(await findingsOf('ne', 'पठाउनुहोस्', dark, '')).toEqual(
    expect.arrayContaining([expect.stringMatching(/^axe label: <input/)]),
  );
  const misnamed = [expect.stringMatching(/^axe label-content-name-mismatch: <button/)];
  expect(await findingsOf('ne', 'पठाउनुहोस्', dark, 'Send')).toEqual(misnamed);
  expect(await findingsOf('nepali', 'पठाउनुहोस्', dark)).toEqual([
    expect.stringMatching(/^axe html-lang-valid/),
  ]);
});

test('what makes two things one is found after the same structure was right', async () => {
  const page = await open('');
  interface Other {
    label?: string;
    heading?: string;
    date?: string;
  }
  const date = '<span>1 May</span>';
  const findingsOf = (first: string, second: string, other: Other = {}) => {
    const { label, heading, date: day } = { label: 'field', heading: 'Two', date, ...other };
    const places = [first, second]
      .map((name) => `<nav aria-label="${name}"><button>A</button></nav>`)
      .join('');
    const field = `<label for="${label}">Name</label><input id="field">`;
    const roomy = '<style>button, input { margin: 8px; min-width: 24px; height: 24px }</style>';
    const body = `${roomy}<main style="color: #222; background: #fff"><h1>${heading}</h1><time>${day}</time>${places}${field}</main>`;
    return page.setContent(pageOf(body).replace('<html>', '<html lang="en">')).then(() => findings(page));
  };
  expect(await findingsOf('Before', 'After')).toEqual([]);
  expect(await findingsOf('Old', 'New', { date: `${date}<small>18 Baisakh</small>` })).toEqual([]);
  expect(await findingsOf('Old', 'Old')).toEqual([expect.stringMatching(/^axe landmark-unique: <nav/)]);
  // An id is what it means, not how it is called.
  expect(await findingsOf('Old', 'New', { label: 'other' })).toEqual(
    expect.arrayContaining([expect.stringMatching(/^axe label: <input/)]),
  );
  expect(await findingsOf('Old', 'New', { heading: '' })).toEqual(
    expect.arrayContaining([expect.stringMatching(/^axe empty-heading: <h1>/)]),
  );
});

test('what does not fit is found at its width', async () => {
  const page =
    await open(`<header class="top-bar"><div class="bar" style="width: 20px; white-space: nowrap">Too long for this</div></header>
    <main><div class="crud-list"><div style="height: 300px"></div>
    <div class="crud-rows"><table class="crud-table"><tbody><tr style="height: 90px">
    <td><div style="width: 40px; word-break: break-all">Unbreakable</div></td><td><button style="width: 8px"></button></td>
    </tr></tbody></table></div></div>
    <div class="crud-scroll" style="width: 60px; overflow: auto"><div class="inner" style="width: 900px">Wide</div></div>
    <div class="wide" style="width: 1100px">Wide</div></main>`);
  const found: Parameters<typeof atWidths>[2] = { sideways: {}, lists: {} };
  await atWidths(page, 'en', found);
  // The window stays like that, as Playwright believes.
  await page.reload();
  expect(await page.evaluate(() => [innerWidth, innerHeight])).toEqual([320, 844]);
  expect(found.sideways).toMatchObject({
    '1280 en': ['DIV.bar', 'DIV.crud-scroll'],
    '1024 en': ['DIV.bar', 'DIV.wide', 'DIV.crud-scroll'],
    '320 en': ['DIV.bar', 'DIV.inner', 'DIV.wide'],
  });
  const broken = '"Unbreakable" is broken';
  expect(found.lists).toEqual({
    ...Object.fromEntries([1280, 1180, 1024, 820, 768, 320].map((width) => [`${width} en`, [broken]])),
    '390 en': [
      broken,
      expect.stringMatching(/^\d+ pixels high: <tr/),
      expect.stringMatching(/^the first record is \d+ pixels down$/),
      expect.stringMatching(/^too small a target: <button/),
    ],
  });

  // From there the same widths follow one another the other way round, in the window as it stands.
  await atWidths(page, 'ne', found);
  await page.reload();
  expect(await page.evaluate(() => [innerWidth, innerHeight])).toEqual([VIEWPORT.width, VIEWPORT.height]);
  for (const of of [found.sideways, found.lists])
    for (const width of [1280, 1180, 1024, 820, 768, 390, 320])
      expect(of[`${width} ne`], String(width)).toEqual(of[`${width} en`]);
});

test('a focus that is not in what has opened, leaves it or is lost is found', async () => {
  const page = await open(`<div id="root"><button data-opener>Open</button></div>
    <div><div role="dialog"><button id="inside">Inside</button></div></div>`);
  /** What is found when these keys do this: `close` it, give the focus `back`, or nothing. */
  const withKeys = async (keys: Record<string, string>) => {
    await page.reload();
    await page.evaluate((keys) => {
      document.querySelector<HTMLElement>('#inside')?.focus();
      document.addEventListener('keydown', (event) => {
        const does = keys[event.key];
        if (does === undefined) return;
        event.preventDefault();
        if (does.includes('close')) document.querySelector('[role="dialog"]')?.remove();
        if (does.includes('back')) document.querySelector<HTMLElement>('[data-opener]')?.focus();
      });
    }, keys);
    return coverFaults(page);
  };
  expect(await coverFaults(page)).toEqual(['the focus is not in it']);
  expect(await withKeys({})).toEqual(['Tab leaves it']);
  expect(await withKeys({ Tab: 'close' })).toEqual(['the focus is lost']);
  expect(await withKeys({ Tab: 'close, back' })).toEqual([]);
  expect(await withKeys({ Tab: '', Escape: 'close, back' })).toEqual([]);
});

test('a focus that cannot be seen, or that something covers, is found', async () => {
  const page = await open(`<style>
      button:focus { outline: none } .own:focus { outline: 2px solid red }
      .field:focus-within { box-shadow: 0 0 2px red } .fixed { position: fixed; bottom: 0 }
    </style><main><button class="own">Own</button><div><button>None</button></div>
    <div class="field"><button>Around</button></div>
    <div class="field"><button>First</button><button>Second</button></div>
    <button class="own fixed">Under</button>
    <div class="fixed" style="width: 100%; height: 100px; background: #fff"></div></main>`);
  expect(await focusFaults(page)).toEqual([
    'focus cannot be seen: <button>None</button>',
    'focus cannot be seen: <button>Second</button>',
    'focus is covered: <button class="own fixed">Under</button>',
  ]);
});
