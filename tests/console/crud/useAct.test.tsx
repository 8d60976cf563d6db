import { act, cleanup, renderHook, screen } from '@testing-library/react';
import { CoreAdminContext, useNotificationContext } from 'ra-core';
import { expect, onTestFinished, test } from 'vitest';
import { createHttp, HttpError } from '../../../src/core/http.ts';
import { type Done, useAct } from '../../../src/crud/useAct.ts';
import { Toasts } from '../../../src/layout/Toasts.tsx';
import { startJsonServer } from '../support/jsonServer.ts';

/** The hook with a count of its ends, and the notifications that it leaves. */
function setUp(...texts: [failed?: string, uncertain?: string]) {
  let ended = 0;
  const { result } = renderHook(
    () => ({
      acting: useAct(
        () => {
          ended += 1;
        },
        ...texts,
      ),
      told: useNotificationContext().notifications,
    }),
    { wrapper: CoreAdminContext },
  );
  onTestFinished(cleanup);
  const press = (answer: Promise<Done>, what?: string) =>
    act(() => result.current.acting.run(() => answer, what));
  return {
    press,
    isBusy: () => result.current.acting.isBusy,
    ended: () => ended,
    keys: () => result.current.told.map(({ message }) => message),
    told: () => result.current.told,
  };
}

const refused = (status: number) => Promise.reject(new HttpError('No.', status));

test('can be pressed again after an error, and says what was done', async () => {
  const { press, isBusy, ended, told } = setUp();
  for (const times of [1, 2]) {
    await press(refused(400));
    expect(isBusy()).toBe(false);
    expect(ended()).toBe(times);
  }
  await press(Promise.resolve(['done', { name: 'x' }]));
  expect(told().map(({ message, type }) => [message, type])).toEqual([
    ['No.', 'error'],
    ['No.', 'error'],
    ['done', 'success'],
  ]);
});

test('an unanswered click may have done it, whatever refuses the next one', async () => {
  const { press, keys } = setUp('failed', 'uncertain');
  for (const status of [429, 500, 404]) await press(refused(status));
  await press(Promise.resolve(undefined));
  await press(refused(409));
  expect(keys()).toEqual(['failed', 'uncertain', 'uncertain', 'failed']);
});

test('an unanswered click says nothing about another action', async () => {
  const { press, keys } = setUp('failed', 'uncertain');
  await press(refused(503), 'pause');
  await press(refused(403), 'cancel');
  await press(refused(403), 'pause');
  expect(keys()).toEqual(['uncertain', 'failed', 'uncertain']);
});

test('a failure of the server in a sentence names its request, too', async () => {
  const server = await startJsonServer();
  onTestFinished(async () => {
    cleanup();
    await server.stop();
  });
  server.reply(500, { detail: 'The server failed.', code: 'x', request_id: 'id-of-a-failure' });
  const http = createHttp({ base: server.base });
  const { result } = renderHook(() => useAct(() => undefined, 'Nothing was changed: %{reason}'), {
    wrapper: ({ children }) => (
      <CoreAdminContext>
        {children}
        <Toasts />
      </CoreAdminContext>
    ),
  });
  await act(() => result.current.run(() => http.json('/v1/a/', { body: {} })));
  const toast = await screen.findByText(/^Nothing was changed/);
  expect(toast.closest('.toast')?.textContent).toContain('errors.reference');
});
