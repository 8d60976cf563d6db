import { act, cleanup, fireEvent, render, screen as shown, waitFor } from '@testing-library/react';
import { ResourceContextProvider } from 'ra-core';
import { useEffect, useRef } from 'react';
import { createMemoryRouter, Route, useLocation, useParams } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { ConsoleRouter } from '../../../src/layout/ConsoleRouter.tsx';
import { DirectLink } from '../../../src/layout/DirectLink.tsx';
import { useFocusKept } from '../../../src/layout/focus.ts';
import { routerProvider } from '../../../src/start/routerProvider.tsx';
import { prefetch, registerScreen, screen } from '../../../src/start/screen.ts';

const RECORD = '/kept/01a202cb-18cc-7106-aa73-fcb96e752ded/show';
const { Routes } = routerProvider;
const own = globalThis.CSS;

/** What the list did: its renderings with their address, and its end. */
const log: string[] = [];

function List() {
  const { pathname } = useLocation();
  log.push(`renders at ${pathname} ${JSON.stringify(useParams())}`);
  useEffect(() => () => void log.push('ends'), []);
  return (
    <section>
      <h1 tabIndex={-1}>The list</h1>
      <DirectLink to={RECORD}>Open</DirectLink>
    </section>
  );
}

const Record = () => <h1 tabIndex={-1}>{`The record ${useParams().id?.slice(0, 3)}`}</h1>;

function Page({ view }: { view: ReturnType<typeof screen> }) {
  const main = useRef<HTMLElement>(null);
  useFocusKept(main);
  return (
    <main ref={main}>
      <ResourceContextProvider value="kept">
        <Routes>
          <Route path=":id/show/*" element={view} />
          <Route path="/*" element={<List />} />
        </Routes>
      </ResourceContextProvider>
    </main>
  );
}

async function open(canHide = true) {
  globalThis.CSS = { ...own, escape: (text: string) => text, supports: () => canHide } as typeof CSS;
  const view = screen(async () => Record, []);
  registerScreen('kept/:id/show', view);
  await prefetch(RECORD);
  const router = createMemoryRouter([{ path: '/kept/*', element: <Page view={view} /> }], {
    initialEntries: ['/kept'],
  });
  render(<ConsoleRouter router={router} />);
  log.splice(0);
  return router;
}
const headings = () => [...document.querySelectorAll('h1')].map(({ textContent }) => textContent);
const leaving = () => document.querySelector('[data-leaving]');
/** Presses the list's link, and looks at the page before another task. */
const press = () => {
  const link = shown.getByRole('link', { name: 'Open' });
  link.focus();
  link.click();
};
const scroll = (top: number) => {
  Object.assign(window, { scrollY: top });
  fireEvent.scroll(window);
};

afterEach(() => {
  cleanup();
  scroll(0);
  globalThis.CSS = own;
});

it('draws the record before it removes the list, which keeps its address', async () => {
  await open();
  press();
  expect(headings()).toEqual(['The record 01a', 'The list']);
  expect(leaving()?.textContent).toContain('The list');
  expect(log.filter((line) => line !== 'renders at /kept {"*":""}')).toEqual([]);
  await waitFor(() => expect(headings()).toEqual(['The record 01a']));
  expect(log.at(-1)).toBe('ends');
});

it('moves the focus to the record although the list is still there', async () => {
  await open();
  press();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('The record 01a'));
  expect(leaving()).toBeNull();
});

it('shows the list again if somebody goes back before it is removed', async () => {
  const router = await open();
  press();
  await act(() => router.navigate(-1));
  await waitFor(() => expect(headings()).toEqual(['The list']));
  expect(leaving()).toBeNull();
  expect(log).not.toContain('ends');
});

it.each([
  ['the page is scrolled, whose place the list would lose', true, 200],
  ['the browser cannot hide it', false, 0],
])('removes the list at once where %s', async (_, canHide, top) => {
  await open(canHide);
  scroll(top);
  press();
  expect(headings()).toEqual(['The record 01a']);
  expect(log).toContain('ends');
});
