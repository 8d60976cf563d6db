import { cleanup, fireEvent, screen as page, render, waitFor } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { prefetch, prefetchLinks, registerScreen, screen } from '../../../src/start/screen.ts';

const ID = '01890000-0000-7000-8000-000000000001';
const Shelf = () => <h1>The shelf</h1>;

let stop: () => void;
beforeEach(() => {
  stop = prefetchLinks();
});
afterEach(() => {
  stop();
  cleanup();
});

const fetched = () => vi.fn(async () => Shelf);
const show = (view: ReturnType<typeof screen>) => render(<Suspense fallback="Waiting">{view}</Suspense>);

test('a screen is fetched when it is drawn, with something in its place until then', async () => {
  const load = fetched();
  show(screen(load, []));
  expect(page.getByText('Waiting')).toBeTruthy();
  expect(await page.findByRole('heading', { name: 'The shelf' })).toBeTruthy();
  expect(load).toHaveBeenCalledOnce();
});

test.each(['pointerOver', 'focusIn', 'touchStart'] as const)(
  'a link that gets %s preloads its screen, which then opens at once',
  async (event) => {
    const load = fetched();
    const view = screen(load, []);
    registerScreen('shelf', view);
    render(
      <a href="/shelf?page=2">
        <span>Shelf</span>
      </a>,
    );
    fireEvent[event](page.getByText('Shelf'));
    await waitFor(() => expect(load).toHaveBeenCalledOnce());
    await load.mock.results[0]?.value;
    cleanup();
    show(view);
    expect(page.getByRole('heading', { name: 'The shelf' })).toBeTruthy();
  },
);

test('a link to a record fetches its form, or its page where it has none', async () => {
  const form = fetched();
  registerScreen('books/:id', screen(form, []));
  await prefetch(`/books/${ID}`);
  expect(form).toHaveBeenCalledOnce();
  const record = fetched();
  registerScreen('pages/:id/show', screen(record, []));
  await prefetch(`/pages/${ID}`);
  expect(record).toHaveBeenCalledOnce();
});

test('links elsewhere, into another tab, or to no screen fetch nothing', () => {
  const load = fetched();
  registerScreen('attic', screen(load, []));
  render(
    <>
      <a href="https://elsewhere.example/attic">Elsewhere</a>
      <a href="/attic" target="_blank" rel="noreferrer">
        Another tab
      </a>
      <a href="/nowhere">Nowhere</a>
      <p>No link</p>
    </>,
  );
  for (const name of ['Elsewhere', 'Another tab', 'Nowhere', 'No link'])
    fireEvent.pointerOver(page.getByText(name));
  expect(load).not.toHaveBeenCalled();
});

test('a screen that cannot be fetched now is asked for again when somebody goes there', async () => {
  const load = vi.fn(async () => {
    if (load.mock.calls.length === 1) throw new Error('offline');
    return Shelf;
  });
  const view = screen(load, []);
  registerScreen('cellar', view);
  await prefetch('/cellar');
  show(view);
  expect(await page.findByRole('heading', { name: 'The shelf' })).toBeTruthy();
});
