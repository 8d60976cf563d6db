import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ProgressBar } from '../../../src/layout/ProgressBar.tsx';

test.each([
  [0.25, '0.25'],
  [0, '0'],
  [undefined, null],
  [Number.NaN, null],
])('%s is shown as %s', (value, shown) => {
  const { container } = render(<ProgressBar value={value} />);
  expect(container.querySelector('progress')?.getAttribute('value')).toBe(shown);
});
