import { expect, test } from 'vitest';
import { findings } from '../accessScan.ts';
import { openTab } from '../visit.ts';
import { standingWorld } from '../world.ts';

const document = (body: string) =>
  `<!doctype html><html><head><title>Wrong</title></head><body>${body}</body></html>`;
const open = async (body: string) => {
  const { page } = await openTab(await standingWorld());
  await page.goto(`data:text/html,${encodeURIComponent(document(body))}`);
  return page;
};

test('engines find what is planted, and name the element', async () => {
  const small = 'style="width: 8px; height: 8px; padding: 0; border: 0"';
  const page = await open(`<main><h1>Wrong</h1>
    <img src="data:," id="picture"><p style="color: #999; background: #fff">Pale</p><input id="lonely">
    <div><button ${small} aria-label="One"></button><button ${small} aria-label="Two"></button></div>
    <div aria-hidden="true"><a href="#top">Hidden</a></div><ul><p>No item</p></ul></main>`);
  const found = await findings(page);
  const expected = [
    /^axe html-has-lang: <html>/,
    /^axe image-alt: <img src="data:," id="picture"> +Element does not/,
    /^axe color-contrast: <p style="color: #999; background: #fff">Pale<\/p> +Element has insufficient/,
    /^axe label: <input id="lonely"> +Element does not/,
    /^axe target-size: <button style="width: 8px; .*Two/,
    /^axe aria-hidden-focus: <div aria-hidden="true">/,
    /^axe list: <ul><p>No item/,
    /^htmlcs .*3_1_1.*: <html>/,
    /^htmlcs .*1_1_1.*: <img src="data:," id="picture"> Img element/,
    /^htmlcs .*1_4_3.*: <p style="color: #999; background: #fff">Pale<\/p> This element/,
    /^htmlcs .*1_3_1.*: <input id="lonely"> This form field/,
  ];
  expect(expected.filter((words) => !found.some((finding) => words.test(finding)))).toEqual([]);
});
