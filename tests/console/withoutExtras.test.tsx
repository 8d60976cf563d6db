import { styled } from '@mui/material/styles';
import { getConfig, render, screen, waitFor } from '@testing-library/react';
import { createElement } from 'react';
import { expect, test } from 'vitest';

test('what does not come is told with the page, which attempts do not print', async () => {
  render(<p>Namaste</p>);
  const warnings: string[] = [];
  const over = waitFor(
    () => {
      try {
        screen.getByText('Absent');
      } catch (error) {
        warnings.push((error as Error).message);
        throw error;
      }
    },
    { timeout: 60 },
  );
  await expect(over).rejects.toThrow(/Absent.*Namaste/s);
  expect(warnings.length).toBeGreaterThan(1);
  for (const message of warnings) expect(message).not.toContain('Namaste');
  expect(() => screen.getByText('Absent')).toThrow(/Absent.*Namaste/s);
  await expect(screen.findByRole('link', {}, { timeout: 60 })).rejects.toThrow(/"link".*Namaste/s);
  expect(getConfig().asyncUtilTimeout).toBe(10_000);
});

test('no element remembers where it was made', () => {
  const [one, other] = ['a', 'b'].map((name) => createElement(name) as { _debugStack?: Error });
  expect(one?._debugStack).toBe(other?._debugStack);
});

test('styles of all components are in one element, and hold', () => {
  const sheets = () => document.querySelectorAll('style').length;
  const Red = styled('p')({ color: 'red' });
  const Blue = styled('p')({ color: 'blue' });
  render(<Red>Red</Red>);
  const before = sheets();
  render(<Blue>Blue</Blue>);
  expect(sheets()).toBe(before);
  expect(getComputedStyle(screen.getByText('Blue')).color).toBe('rgb(0, 0, 255)');
});
