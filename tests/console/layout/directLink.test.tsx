import { act, cleanup, fireEvent, render, screen as shown } from '@testing-library/react';
import { createMemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ConsoleRouter } from '../../../src/layout/ConsoleRouter.tsx';
import { DirectLink } from '../../../src/layout/DirectLink.tsx';
import { isLoaded, prefetch, registerScreen, screen } from '../../../src/start/screen.ts';

const RECORD = '/direct/01a202cb-18cc-7106-aa73-fcb96e752ded/show';

/** Its page's code is not there before it is asked for. */
const open = () => {
  const view = screen(async () => () => <h1>The record</h1>, []);
  registerScreen('direct/:id/show', view);
  const routes = [
    { path: '/', element: <DirectLink to={RECORD}>Open</DirectLink> },
    { path: '/direct/:id/show', element: view },
  ];
  return render(<ConsoleRouter router={createMemoryRouter(routes)} />);
};
const link = () => shown.getByRole('link', { name: 'Open' });

beforeEach(() => void open());
afterEach(cleanup);

it('leads to a page whose code is not there yet as any link does', async () => {
  expect(isLoaded(RECORD)).toBe(false);
  await act(async () => fireEvent.click(link()));
  expect(await shown.findByRole('heading', { name: 'The record' })).toBeTruthy();
});

it('opens a page whose code is loaded without showing its placeholder', async () => {
  await prefetch(RECORD);
  expect(isLoaded(RECORD)).toBe(true);
  await act(async () => fireEvent.click(link()));
  expect(shown.getByRole('heading', { name: 'The record' })).toBeTruthy();
});

it('shows that page before the browser can draw a frame', async () => {
  await prefetch(RECORD);
  link().click();
  // Only what is drawn at once is there without another task.
  for (let turn = 0; turn < 50; turn++) await Promise.resolve();
  expect(shown.getByRole('heading', { name: 'The record' })).toBeTruthy();
});

it.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
  'leaves a click with %o to the browser',
  async (how) => {
    await prefetch(RECORD);
    // jsdom follows no link: what is not prevented is what a browser would do.
    let isPrevented: boolean | undefined;
    const stop = (event: Event) => {
      isPrevented = event.defaultPrevented;
      event.preventDefault();
    };
    window.addEventListener('click', stop, { once: true });
    fireEvent.click(link(), how);
    expect(isPrevented).toBe(false);
    expect(link()).toBeTruthy();
  },
);
