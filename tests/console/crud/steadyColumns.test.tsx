import { render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { useSteadyColumns } from '../../../src/crud/useSteadyColumns.ts';

function Table({ rows }: { rows: string | undefined }) {
  const table = useRef<HTMLTableElement>(null);
  useSteadyColumns(table, rows);
  return (
    <table ref={table}>
      <thead>
        <tr>
          <th>Groups</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td>Kathmandu, Staff</td>
        </tr>
      </tbody>
    </table>
  );
}

/** jsdom lays nothing out and knows no fonts. */
const fonts = new EventTarget();
afterEach(() => {
  Reflect.deleteProperty(document, 'fonts');
});

test('a column keeps the width of its first rows, and is measured again when a font breaks one of them', () => {
  Object.defineProperty(document, 'fonts', { value: fonts, configurable: true });
  const width = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect');
  const height = vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get');
  const laidOut = (wide: number, high: number) => {
    width.mockReturnValue({ width: wide } as DOMRect);
    height.mockReturnValue(high);
  };
  laidOut(90, 46);
  const { unmount } = render(<Table rows="ten" />);
  const kept = () => screen.getByRole('columnheader').style.getPropertyValue('--width');
  expect(kept()).toBe('90px');
  // All rows are there now, and each has room.
  laidOut(120, 46);
  fonts.dispatchEvent(new Event('loadingdone'));
  expect(kept()).toBe('90px');
  laidOut(120, 63);
  fonts.dispatchEvent(new Event('loadingdone'));
  expect(kept()).toBe('120px');
  window.dispatchEvent(new Event('resize'));
  expect(kept()).toBe('');
  unmount();
});

test('a list that is left keeps its widths, so that it is not laid out once more', () => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue({ width: 90 } as DOMRect);
  const { unmount } = render(<Table rows="ten" />);
  const head = screen.getByRole('columnheader');
  unmount();
  expect(head.style.getPropertyValue('--width')).toBe('90px');
});

test('without rows a column is as wide as the table likes', () => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue({ width: 90 } as DOMRect);
  const { rerender } = render(<Table rows="ten" />);
  expect(screen.getByRole('columnheader').style.getPropertyValue('--width')).toBe('90px');
  rerender(<Table rows={undefined} />);
  expect(screen.getByRole('columnheader').style.getPropertyValue('--width')).toBe('');
});
