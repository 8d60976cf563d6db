import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { number } from '../../../src/core/format.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { Chart } from '../../../src/crud/charts/Chart.tsx';
import { openOf, outcomesByDay } from '../../../src/crud/charts/days.ts';
import type { ChartData } from '../../../src/crud/charts/types.ts';
import { palettes } from '../../../src/layout/palette.ts';
import { renderPage } from '../support/messagingConsole.tsx';

const days = [
  { day: '2026-01-01', sent: 1_234_567, delivered: 1_234_000, failed: 500 },
  { day: '2026-01-02', sent: 0, delivered: 0, failed: 0 },
];
const data = (): ChartData => outcomesByDay(days, (key) => key.replace('charts.', ''));

beforeEach(() => preferences.set({ language: 'en', digits: 'latin', calendar: 'ad' }));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = (more: { tableHead?: string; isPending?: boolean; chart?: ChartData } = {}) => {
  const { chart = data(), ...rest } = more;
  return renderPage('/', <Chart title="Messages" summary="A summary." data={chart} {...rest} />);
};

describe('a chart', () => {
  it('has a name, a summary, and a legend in words with a mark for each pattern', () => {
    open();
    expect(screen.getByRole('figure').textContent).toContain('Messages: A summary.');
    const legend = within(screen.getByRole('list')).getAllByRole('listitem');
    expect(legend.map(({ textContent }) => textContent)).toEqual(['delivered', 'failedMessages', 'open']);
    expect(legend.map((item) => item.querySelector('.chart-mark')?.getAttribute('data-look'))).toEqual([
      'good',
      'bad',
      'open',
    ]);
  });

  it('keeps its height from the start, so that nothing moves when it is drawn', async () => {
    open({ isPending: true });
    const box = () => document.querySelector<HTMLElement>('.chart-box');
    expect(box()?.style.height).toBe('240px');
    expect(box()?.getAttribute('aria-busy')).toBe('true');
    expect(document.querySelector('.chart-drawing')).toBeNull();
    cleanup();
    open();
    expect(box()?.style.height).toBe('240px');
    expect(await screen.findByText('Messages – Use the arrow keys to read it.')).toBeTruthy();
    expect(box()?.style.height).toBe('240px');
  });

  it('draws with patterns of its own, and can be reached by keyboard', async () => {
    open();
    const title = await screen.findByText('Messages – Use the arrow keys to read it.');
    const drawing = title.closest('svg');
    expect(drawing?.getAttribute('tabindex')).toBe('0');
    expect(
      [...(drawing?.querySelectorAll('pattern') ?? [])].map(({ id }) => id.replace(/^chart\w+-/, '')),
    ).toEqual(['bad', 'open']);
  });

  it('is read with the arrow keys, from either end, until the focus leaves it', async () => {
    open();
    const drawing = (await screen.findByText('Messages – Use the arrow keys to read it.')).closest('svg');
    const said = () => document.querySelector('.chart-box [role=status]')?.textContent;
    await userEvent.tab();
    expect(document.activeElement).toBe(drawing);
    expect(said()).toBe('');
    await userEvent.keyboard('{ArrowLeft}');
    expect(said()).toBe('2 Jan 2026: open 0, failedMessages 0, delivered 0');
    await userEvent.keyboard('{ArrowUp}{ArrowLeft}');
    expect(said()).toBe('1 Jan 2026: open 67, failedMessages 500, delivered 12,34,000');
    expect(document.querySelector('.chart-band')?.getAttribute('data-focused')).toBe('true');
    await userEvent.keyboard('{ArrowRight}{ArrowDown}');
    expect(said()).toContain('2 Jan 2026');
    await userEvent.keyboard('{Escape}');
    expect(document.querySelector('.chart-tooltip')).toBeNull();
    await userEvent.tab();
    expect(said()).toBe('');
  });

  it('is drawn once, at the measured width of its box, with one path per series', async () => {
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        tell: (entries: object[]) => void;
        constructor(tell: (entries: object[]) => void) {
          this.tell = tell;
        }
        observe() {
          this.tell([{ isIntersecting: true, boundingClientRect: { width: 600.4 } }]);
        }
        disconnect() {}
      },
    );
    open();
    const drawing = (await screen.findByText('Messages – Use the arrow keys to read it.')).closest('svg');
    expect(drawing?.getAttribute('viewBox')).toBe('0 0 600 240');
    const paths = [...(drawing?.querySelectorAll('[data-series] path') ?? [])];
    expect(paths.map((path) => path.parentElement?.getAttribute('data-series'))).toEqual([
      'delivered',
      'failed',
      'open',
    ]);
  });

  it('labels tests in words and in the table, and nothing if there are none', async () => {
    const tested = outcomesByDay(
      days.map((day, index) => ({ ...day, test: index === 0 ? 1200 : 0 })),
      (key, options) => (key === 'charts.testsText' ? JSON.stringify(options) : key.replace('charts.', '')),
    );
    open({ tableHead: 'Day', chart: tested });
    expect(screen.getByText('{"smart_count":1200,"count":"1,200"}')).toBeTruthy();
    await userEvent.click(screen.getByText('Show the numbers as a table'));
    const rows = within(screen.getByRole('table')).getAllByRole('row');
    expect(rows.map(({ lastElementChild }) => lastElementChild?.textContent)).toEqual([
      'tests',
      '1,200',
      '0',
    ]);
    // Nothing more is drawn: they are part of what was sent.
    expect(tested.series).toEqual(data().series);
    expect(data().aside).toBeUndefined();
  });

  it('has its numbers as a table that everybody can open', async () => {
    open({ tableHead: 'Day' });
    await userEvent.click(screen.getByText('Show the numbers as a table'));
    const table = screen.getByRole('table');
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Day', 'delivered', 'failedMessages', 'open']);
    const [first, second] = within(table).getAllByRole('row').slice(1);
    expect([...first!.children].map(({ textContent }) => textContent)).toEqual([
      '1 Jan 2026',
      '12,34,000',
      '500',
      '67',
    ]);
    expect(second!.textContent).toBe('2 Jan 2026000');
    expect(screen.getByRole('region', { name: 'Numbers: Messages' }).tabIndex).toBe(0);
  });

  it('follows language, digits and calendar', () => {
    preferences.set({ language: 'ne', digits: 'devanagari', calendar: 'bs' });
    const { categories, format } = data();
    expect(categories[0]).toEqual({ short: 'पुस १७', full: '२०८२ पुस १७' });
    expect(format(1_234_567)).toBe('१२,३४,५६७');
    preferences.set({ language: 'en', calendar: 'bs' });
    expect(data().categories[0]?.short).toBe('17 Poush');
  });

  it('needs no legend for one series', () => {
    const one: ChartData = {
      layout: 'rows',
      format: number,
      categories: [{ short: 'a', full: 'a' }],
      series: [{ key: 'x', label: 'X', look: 'plain', values: [1] }],
    };
    open({ chart: one });
    expect(screen.queryByRole('list')).toBeNull();
  });
});

it('messages without an outcome are what is left, never less than none', () => {
  expect(openOf({ sent: 10, delivered: 6, failed: 1 })).toBe(3);
  expect(openOf({ sent: 10, delivered: 9, failed: 2 })).toBe(0);
});

/** WCAG 2.2, 1.4.11: parts of a graphic need 3:1 against what is beside them. */
function contrast(one: string, other: string): number {
  const luminance = (hex: string) => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
      const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
      return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

describe.each(['light', 'dark'] as const)('in the %s theme', (mode) => {
  it.each(['success', 'error', 'quiet', 'accent'] as const)('%s stands out from the surface', (colour) => {
    const palette = palettes[mode];
    expect(contrast(palette[colour], palette.surface)).toBeGreaterThanOrEqual(3);
  });
});
