import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { HttpError } from '../../../src/core/http.ts';
import { useAct } from '../../../src/crud/useAct.ts';

test('can be pressed again after an error while a refusal was told', async () => {
  let ended = 0;
  const { result } = renderHook(() =>
    useAct(
      () => {
        ended += 1;
      },
      () => {
        throw new Error('no words');
      },
    ),
  );
  const press = () => result.current.run(() => Promise.reject(new HttpError('No.', 400)));
  for (const times of [1, 2]) {
    await act(() => expect(press()).rejects.toThrow('no words'));
    expect(result.current.isBusy).toBe(false);
    expect(ended).toBe(times);
  }
});

test('an unanswered click may have done it, whatever refuses the next one', async () => {
  const told: boolean[] = [];
  const { result } = renderHook(() =>
    useAct(
      () => undefined,
      (_, isUncertain) => {
        told.push(isUncertain);
        return '';
      },
    ),
  );
  const press = (answer: Promise<undefined>) => act(() => result.current.run(() => answer));
  for (const status of [429, 500, 404]) await press(Promise.reject(new HttpError('No.', status)));
  await press(Promise.resolve(undefined));
  await press(Promise.reject(new HttpError('No.', 409)));
  expect(told).toEqual([false, true, true, false]);
});
