import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, Link, RouterProvider } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { TabStrip } from '../../../src/crud/TabStrip.tsx';

const sizes = { scrollWidth: 600, clientWidth: 300, offsetWidth: 100 };

/** jsdom lays out nothing: three tabs of 200 pixels in a strip of 300. */
function layOut() {
  for (const [name, value] of Object.entries(sizes))
    vi.spyOn(HTMLElement.prototype, name as 'clientWidth', 'get').mockReturnValue(value);
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function (this: HTMLElement) {
    return [...(this.parentElement?.children ?? [])].indexOf(this) * 200;
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
