import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, Link, RouterProvider } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { TabStrip } from '../../../src/crud/TabStrip.tsx';

const sizes = { scrollWidth: 600, clientWidth: 300, offsetWidth: 100 };

/** jsdom lays out nothing: three tabs of 200 pixels (`step`) in a strip of 300. */
function layOut(step = 200) {
  for (const [name, value] of Object.entries(sizes))
    vi.spyOn(HTMLElement.prototype, name as 'clientWidth', 'get').mockReturnValue(value);
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function (this: HTMLElement) {
    return [...(this.parentElement?.children ?? [])].indexOf(this) * step;
  });
}

const tabs = (current: string) => (
  <TabStrip label="Related">
    {['one', 'two', 'three'].map((name) => (
      <Link key={name} to={`/${name}`} aria-current={name === current ? 'page' : undefined}>
        {name}
      </Link>
    ))}
  </TabStrip>
);

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('tabs begin at the current one, and show at which edge there are more', async () => {
  layOut();
  const router = createMemoryRouter(
    ['one', 'two', 'three'].map((name) => ({ path: `/${name}`, element: tabs(name) })),
    { initialEntries: ['/two'] },
  );
  render(<RouterProvider router={router} />);
  const strip = screen.getByRole('navigation', { name: 'Related' });
  expect(strip.scrollLeft).toBe(100);
  fireEvent.scroll(strip);
  expect([strip.hasAttribute('data-less'), strip.hasAttribute('data-more')]).toEqual([true, true]);
  strip.scrollLeft = 300;
  fireEvent.scroll(strip);
  expect([strip.hasAttribute('data-less'), strip.hasAttribute('data-more')]).toEqual([true, false]);
  await act(() => router.navigate('/one'));
  expect(screen.getByRole('navigation').scrollLeft).toBeLessThanOrEqual(0);
});

test('the current one stays in sight when a font changes the widths, until somebody scrolls', () => {
  const observed = new Map<Element, () => void>();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      own: Element[] = [];
      follow: () => void;
      constructor(follow: () => void) {
        this.follow = follow;
      }
      observe(element: Element) {
        this.own.push(element);
        observed.set(element, this.follow);
      }
      disconnect() {
        for (const element of this.own) if (observed.get(element) === this.follow) observed.delete(element);
      }
    },
  );
  layOut();
  const router = createMemoryRouter([{ path: '/three', element: tabs('three') }], {
    initialEntries: ['/three'],
  });
  render(<RouterProvider router={router} />);
  const strip = screen.getByRole('navigation', { name: 'Related' });
  const last = screen.getByRole('link', { name: 'three' });
  observed.get(last)?.();
  expect(strip.scrollLeft).toBe(300);
  layOut(250);
  observed.get(last)?.();
  expect(strip.scrollLeft).toBe(400);
  fireEvent.wheel(strip);
  expect(observed.has(last)).toBe(false);
});
