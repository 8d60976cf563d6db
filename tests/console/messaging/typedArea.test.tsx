import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TypedArea } from '../../../src/resources/messaging/compose/TypedArea.tsx';

const heard: string[] = [];
let setText: (value: string) => void = () => undefined;
const set = (value: string) => act(() => setText(value));

function Page() {
  const [value, setValue] = useState('');
  setText = setValue;
  return (
    <form onSubmit={() => heard.push(`sent ${value}`)}>
      <TypedArea
        aria-label="Text"
        value={value}
        onChange={({ target }) => {
          heard.push(target.value);
          setValue(target.value);
        }}
        onBlur={() => heard.push('left')}
      />
      <output>{value}</output>
    </form>
  );
}

const area = () => screen.getByLabelText<HTMLTextAreaElement>('Text');
const shown = () => screen.getByRole('status').textContent;
const type = (value: string) => fireEvent.change(area(), { target: { value } });
const paint = () => vi.advanceTimersByTimeAsync(100);

beforeEach(() => {
  vi.useFakeTimers();
  heard.length = 0;
  render(<Page />);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('the page hears of a character once it is painted', async () => {
  type('H');
  expect(heard).toEqual([]);
  await paint();
  expect(heard).toEqual(['H']);
  expect(shown()).toBe('H');
});

test('of several before a frame it hears once', async () => {
  for (const text of ['H', 'He', 'Hel']) type(text);
  await paint();
  expect(heard).toEqual(['Hel']);
});

test('what is typed is told before the field is left, and not again', async () => {
  type('Hello');
  fireEvent.blur(area());
  expect(heard).toEqual(['Hello', 'left']);
  expect(shown()).toBe('Hello');
  await paint();
  fireEvent.blur(area());
  expect(heard).toEqual(['Hello', 'left', 'left']);
});

test('what is typed is told before its form is submitted', async () => {
  type('Hello');
  fireEvent.submit(area());
  expect(heard).toEqual(['Hello', 'sent Hello']);
  await paint();
  expect(heard).toHaveLength(2);
});

test('a text that the page puts in replaces what was typed meanwhile', async () => {
  type('Hello');
  set('Dear customer');
  await paint();
  expect(area().value).toBe('Dear customer');
  expect(heard).toEqual([]);
});

test('a text that the page takes away and puts back is shown', async () => {
  type('Hello');
  await paint();
  for (const text of ['', 'Hello']) {
    set(text);
    await paint();
    expect(area().value).toBe(text);
  }
});

test('what was typed since the page was last told stays', async () => {
  type('Hel');
  await paint();
  type('Hello');
  set('Hel');
  expect(area().value).toBe('Hello');
  await paint();
  expect(heard).toEqual(['Hel', 'Hello']);
});

test('what is typed is told when the field goes, and not again', async () => {
  type('Hello');
  cleanup();
  expect(heard).toEqual(['Hello']);
  await paint();
  expect(heard).toEqual(['Hello']);
});
