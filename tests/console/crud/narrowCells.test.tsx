import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { preferences } from '../../../src/core/preferences.ts';
import { StatusChip } from '../../../src/crud/StatusChip.tsx';
import { When } from '../../../src/crud/When.tsx';

afterEach(() => {
  cleanup();
  preferences.set({ language: 'en', calendar: 'ad' });
});

it.each([
  ['en', 'ad', '26 Nov 2026', ', 14:05 NPT'],
  ['ne', 'both', '2083 मंसिर 10', ', 14:05 NPT'],
] as const)(
  'a time says its day apart from its hours, which phones leave out, in %s',
  (language, calendar, day, clock) => {
    preferences.set({ language, calendar, digits: 'latin' });
    const { container } = render(<When iso="2026-11-26T08:20:00Z" />);
    expect(container.querySelector('.crud-clock')?.textContent).toBe(clock);
    // The zone stays with its time where a column is narrow.
    expect(container.querySelector('.crud-time')?.textContent).toBe('14:05 NPT');
    expect(container.textContent?.startsWith(day + clock)).toBe(true);
  },
);

it('a day has no hours', () => {
  const { container } = render(<When iso="2026-11-26" />);
  expect(container.textContent).toBe('26 Nov 2026');
  expect(container.querySelector('.crud-clock')?.textContent).toBe('');
});

it.each([
  ['In force', false],
  ['Not submitted', false],
  ['Not delivered', false],
  ['पुष्टि भयो', false],
  ['Sent (awaiting receipt)', true],
])('of states only long ones may break in a narrow table: %s', (label, isLong) => {
  render(<StatusChip status="approved" label={label} />);
  expect(screen.getByText(label).hasAttribute('data-long')).toBe(isLong);
});
