import { afterEach, beforeEach, expect, it } from 'vitest';
import { holdDrawnList } from '../../../src/start/drawnList.ts';

let happened: string[];
const note = (what: string) => happened.push(what);
const find = <E extends HTMLElement>(selector: string) => document.querySelector(selector) as E;

/** A list in the page's root as a server draws it. */
function drawList(): HTMLElement {
  document.body.innerHTML = `<div id="root" data-drawn="someone">
    <button><svg><path></path></svg></button><a href="#there">There</a><input type="search" />
    <select><option value="a">A</option><option value="b">B</option></select>
    <table><tbody><tr><td>Row</td><td><label><input type="checkbox" /></label></td></tr></tbody></table>
  </div>`;
  return find('#root');
}

/** What the page does once it is awake. */
function listen(root: HTMLElement): void {
  for (const type of ['click', 'input', 'change', 'pointerdown'])
    root.addEventListener(type, ({ target }) => note(`${type} ${(target as Element).tagName}`));
}

/** As somebody does who types or chooses. */
function enter(field: HTMLInputElement | HTMLSelectElement, value: string): void {
  field.value = value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

beforeEach(() => {
  happened = [];
});
afterEach(() => {
  document.body.innerHTML = '';
});

it('holds nothing in a page that no server has drawn', () => {
  document.body.innerHTML = '<div id="root"></div>';
  expect(holdDrawnList()).toBeUndefined();
});

it('repeats presses in their order once React is there, each after one by which React takes over', async () => {
  const held = holdDrawnListIn(drawList());
  find('path').dispatchEvent(new MouseEvent('click', { bubbles: true }));
  find('td').click();
  expect(happened).toEqual([]);
  await held.resume();
  expect(happened).toEqual(['pointerdown BUTTON', 'click BUTTON', 'pointerdown TR', 'click TR']);
  find('td').click();
  expect(happened.at(-1)).toBe('click TD');
});

it('lets no press overtake those that are still to be repeated', async () => {
  const held = holdDrawnListIn(drawList());
  find('button').click();
  const resumed = held.resume();
  find('td').click();
  expect(happened).toEqual([]);
  await resumed;
  expect(happened.filter((what) => what.startsWith('click'))).toEqual(['click BUTTON', 'click TR']);
});

it('keeps what is typed while presses are repeated', async () => {
  const held = holdDrawnListIn(drawList());
  const search = find<HTMLInputElement>('[type=search]');
  enter(search, 'ra');
  find('button').click();
  const resumed = held.resume();
  enter(search, 'ram');
  await resumed;
  expect(search.value).toBe('ram');
});

it('leaves a box as it was until React ticks it', async () => {
  const held = holdDrawnListIn(drawList());
  const box = find<HTMLInputElement>('[type=checkbox]');
  box.click();
  expect(box.checked).toBe(false);
  await held.resume();
  expect(box.checked).toBe(true);
});

it('ticks a box beside which somebody pressed, instead of opening its row', async () => {
  const held = holdDrawnListIn(drawList());
  find('label').click();
  await held.resume();
  expect(find<HTMLInputElement>('[type=checkbox]').checked).toBe(true);
  expect(happened).not.toContain('click TR');
});

it('leaves links to the browser', () => {
  holdDrawnListIn(drawList());
  const event = new MouseEvent('click', { bubbles: true, cancelable: true });
  find('a').dispatchEvent(event);
  expect(event.defaultPrevented).toBe(false);
  expect(happened).toEqual(['click A']);
});

it('repeats what was typed and chosen as changes', async () => {
  const root = drawList();
  const held = holdDrawnList();
  enter(find<HTMLInputElement>('[type=search]'), 'ra');
  enter(find<HTMLInputElement>('[type=search]'), 'ram');
  enter(find<HTMLSelectElement>('select'), 'b');
  listen(root);
  await held?.resume();
  expect(happened).toEqual(['pointerdown INPUT', 'input INPUT', 'pointerdown SELECT', 'change SELECT']);
  expect(find<HTMLInputElement>('[type=search]').value).toBe('ram');
  expect(find<HTMLSelectElement>('select').value).toBe('b');
});

it('says that it is awake', async () => {
  const root = drawList();
  await holdDrawnList()?.resume();
  expect(root.dataset.drawn).toBeUndefined();
});

function holdDrawnListIn(root: HTMLElement) {
  const held = holdDrawnList();
  listen(root);
  return held as NonNullable<typeof held>;
}
