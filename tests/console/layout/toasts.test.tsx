import { act, cleanup, render, screen } from '@testing-library/react';
import { CoreAdminContext, useAddUndoableMutation, useNotify } from 'ra-core';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { failureOf } from '../../../src/core/http.ts';
import { allowLeaving, startSession } from '../../../src/core/session.ts';
import { Notifications } from '../../../src/layout/Notifications.tsx';
import { Toasts, toaster } from '../../../src/layout/Toasts.tsx';
import { toastsTop } from '../../../src/layout/useToastsTop.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

let notify: ReturnType<typeof useNotify>;
let addMutation: ReturnType<typeof useAddUndoableMutation>;
function Hooks() {
  notify = useNotify();
  addMutation = useAddUndoableMutation();
  return null;
}

async function pass(ms: number) {
  await act(() => vi.advanceTimersByTimeAsync(ms));
}

async function open() {
  render(
    <MemoryRouter>
      <CoreAdminContext>
        <Hooks />
        <Toasts />
      </CoreAdminContext>
    </MemoryRouter>,
  );
  await pass(50);
}

async function show(action: () => void) {
  await act(async () => action());
  await pass(50);
}

test('the first notification loads the toasts and is shown', async () => {
  render(
    <MemoryRouter>
      <CoreAdminContext>
        <Hooks />
        <Notifications />
      </CoreAdminContext>
    </MemoryRouter>,
  );
  await pass(50);
  expect(document.querySelector('.toasts')).toBeNull();
  await show(() => notify('Saved'));
  // The timer that loads them for users who only read takes four of these seconds.
  for (let turn = 0; turn < 20 && !screen.queryByText('Saved'); turn++) await pass(50);
  expect(screen.getByText('Saved')).toBeTruthy();
});

test.each(['success', 'info', 'error'] as const)(
  '%s stays 5 seconds and is removed 200 ms later',
  async (type) => {
    await open();
    await show(() => void toaster.show(type, 'Hello'));
    expect(screen.getByText('Hello')).toBeTruthy();
    await pass(4_800);
    expect(screen.getByText('Hello').closest('[data-state]')?.getAttribute('data-state')).toBe('open');
    await pass(200);
    expect(screen.getByText('Hello').closest('[data-state]')?.getAttribute('data-state')).toBe('closed');
    await pass(250);
    expect(screen.queryByText('Hello')).toBeNull();
  },
);

test('a failure of the server’s names its request, which can be copied; a refusal does not', async () => {
  const written: string[] = [];
  vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void written.push(text) } });
  await open();
  const failed = (status: number, detail: string, id: string) =>
    failureOf(
      { status, statusText: '', retryAfter: null },
      JSON.stringify({ detail, code: 'x', request_id: id }),
    ).message;
  await show(() => notify(failed(409, 'It is there already.', 'id-of-a-refusal'), { type: 'error' }));
  await show(() => notify(failed(500, 'The server failed.', 'id-of-a-failure'), { type: 'error' }));
  expect(screen.getByText('It is there already.').parentElement?.textContent).toBe('It is there already.');
  await act(async () => screen.getByRole('button', { name: 'errors.copy_reference' }).click());
  expect(written).toEqual(['id-of-a-failure']);
  vi.unstubAllGlobals();
});

test('loading stays until it is updated', async () => {
  await open();
  let id = '';
  await show(() => {
    id = toaster.show('loading', 'Working');
  });
  await pass(120_000);
  expect(screen.getByText('Working')).toBeTruthy();
  await show(() => void toaster.update(id, 'success', 'Done'));
  expect(screen.getByText('Done')).toBeTruthy();
  await pass(5_600);
  expect(screen.queryByText('Done')).toBeNull();
});

test('the region is named with its hotkey, at the top right, and a toast is announced', async () => {
  await open();
  await show(() => void toaster.show('info', 'News'));
  const region = document.querySelector('.toasts') as HTMLElement;
  expect(region.getAttribute('aria-live')).toBe('polite');
  expect(region.dataset.placement).toBe('top-end');
  expect(region.getAttribute('aria-label')).toMatch(/alt.*T/i);
  expect(region.style.getPropertyValue('--gap')).toBe('16px');
  expect(screen.getByText('News').closest('[role="status"]')).toBeTruthy();
});

test('react-admin’s notifications become toasts', async () => {
  await open();
  await show(() => notify('Saved', { type: 'success' }));
  expect(screen.getByText('Saved').closest('.toast')?.getAttribute('data-type')).toBe('success');
});

test('an undoable one commits once when it leaves, or undoes', async () => {
  await open();
  const first = vi.fn();
  await show(() => {
    addMutation(first);
    notify('Deleted', { undoable: true });
  });
  await pass(5_600);
  expect(first.mock.calls).toEqual([[{ isUndo: false }]]);
  const second = vi.fn();
  await show(() => {
    addMutation(second);
    notify('Deleted too', { undoable: true });
  });
  await act(async () => screen.getByRole('button', { name: 'ra.action.undo' }).click());
  await pass(5_600);
  expect(second.mock.calls).toEqual([[{ isUndo: true }]]);
});

describe('an undoable one', () => {
  const offer = async () => {
    await open();
    const mutation = vi.fn();
    await show(() => {
      addMutation(mutation);
      notify('Deleted', { undoable: true });
    });
    return mutation;
  };
  const hide = (state: DocumentVisibilityState) => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
    document.dispatchEvent(new Event('visibilitychange'));
  };

  test('commits when the page is left on purpose, without a question', async () => {
    const mutation = await offer();
    allowLeaving();
    const leaving = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leaving);
    expect(mutation.mock.calls).toEqual([[{ isUndo: false }]]);
    expect(leaving.defaultPrevented).toBe(false);
  });

  test('is not committed in the session of somebody else, to whom this browser has changed', async () => {
    startSession('one');
    const mutation = await offer();
    startSession('other');
    allowLeaving();
    await pass(5_600);
    expect(mutation).not.toHaveBeenCalled();
  });

  test('commits in a hidden page, which draws no frames, and cannot be undone when that is seen again', async () => {
    const mutation = await offer();
    await act(async () => hide('hidden'));
    expect(mutation.mock.calls).toEqual([[{ isUndo: false }]]);
    await act(async () => hide('visible'));
    expect(screen.queryByText('Deleted')).toBeNull();
  });

  test('commits if it comes when the page is hidden already', async () => {
    hide('hidden');
    expect((await offer()).mock.calls).toEqual([[{ isUndo: false }]]);
  });
});

test('toasts go with their page: a second page of the same test does not show them', async () => {
  await open();
  await show(() => void toaster.show('info', 'Of the first page'));
  cleanup();
  await open();
  expect(screen.queryByText('Of the first page')).toBeNull();
});

const bar = { top: 0, bottom: 56 };
test.each<[string, { top: number; bottom: number }[], number]>([
  ['the window’s edge', [], 8],
  ['the top bar', [bar], 64],
  ['the page’s actions', [bar, { top: 90, bottom: 180 }], 188],
  ['half of the window, at most', [bar, { top: 90, bottom: 700 }], 422],
  ['the title of a dialog on a phone', [bar, { top: 32, bottom: 96 }], 104],
  ['no title in the middle of the window', [bar, { top: 330, bottom: 394 }], 64],
])('toasts begin below %s', (_, boxes, top) => expect(toastsTop(boxes, 844)).toBe(top));
