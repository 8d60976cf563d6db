import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useAfterPaint } from '../../../src/start/useAfterPaint.ts';

test('the rest is drawn in a task after the first frame, once there is something to draw', () => {
  vi.useFakeTimers();
  const { result, rerender } = renderHook(({ isReady }) => useAfterPaint(isReady), {
    initialProps: { isReady: false },
  });
  act(() => vi.advanceTimersToNextFrame());
  act(() => vi.runAllTimers());
  expect(result.current).toBe(false);
  rerender({ isReady: true });
  expect(result.current).toBe(false);
  // In the frame itself it is too early: it has not been painted.
  act(() => vi.advanceTimersToNextFrame());
  expect(result.current).toBe(false);
  act(() => vi.runAllTimers());
  expect(result.current).toBe(true);
});
