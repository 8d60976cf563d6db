import { cleanup, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { useScrollToActive } from '../../../src/layout/useScrollToActive.ts';

function Menu() {
  const nav = useRef<HTMLElement>(null);
  useScrollToActive(nav, 'wallet');
  return (
    <div data-testid="box">
      <nav ref={nav}>
        <a href="/wallet" aria-current="page">
          Wallet
        </a>
      </nav>
    </div>
  );
}

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('the menu scrolls to its entry once the browser has laid it out, and does not ask it to', () => {
  let tell: () => void = () => undefined;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(then: () => void) {
        tell = then;
      }
      observe() {}
      disconnect() {}
    },
  );
  const measure = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (
    this: Element,
  ) {
    return this.tagName === 'A' ? new DOMRect(0, 700, 100, 40) : new DOMRect(0, 0, 100, 500);
  });
  render(<Menu />);
  expect(measure).not.toHaveBeenCalled();
  tell();
  expect(screen.getByTestId('box').scrollTop).toBe(288);
});
