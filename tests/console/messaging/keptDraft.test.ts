import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { drafts } from '../../../src/core/drafts.ts';
import { type Draft, useDraft } from '../../../src/resources/messaging/compose/draft.ts';

const kept = () => drafts.read<Draft>('compose')?.body;

beforeEach(() => {
  sessionStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('a draft is stored once it is painted, with all that was changed until then', async () => {
  const { result } = renderHook(useDraft);
  act(() => result.current.edit({ body: 'H' }));
  act(() => result.current.edit({ name: 'Dues' }));
  expect(result.current.draft).toMatchObject({ body: 'H', name: 'Dues' });
  expect(kept()).toBeUndefined();
  await vi.advanceTimersByTimeAsync(100);
  expect(drafts.read<Draft>('compose')).toMatchObject({ body: 'H', name: 'Dues' });
});

test('a draft is stored when the page goes before that', () => {
  const { result, unmount } = renderHook(useDraft);
  act(() => result.current.edit({ body: 'Hello' }));
  unmount();
  expect(kept()).toBe('Hello');
});

test('a page that is gone does not touch the draft of the next one', async () => {
  const { result, unmount } = renderHook(useDraft);
  unmount();
  drafts.keep('compose', { body: 'of the next' });
  result.current.edit({ body: 'late' });
  await vi.advanceTimersByTimeAsync(1000);
  expect(kept()).toBe('of the next');
});

test('a page on which nothing was changed stores nothing when it goes', () => {
  drafts.keep('compose', { body: 'kept' });
  const { unmount } = renderHook(useDraft);
  // Signing out.
  drafts.drop('compose');
  unmount();
  expect(kept()).toBeUndefined();
});

test('what is emptied is not kept, and what was sent does not come back', async () => {
  drafts.keep('compose', { body: 'kept' });
  const { result, unmount } = renderHook(useDraft);
  act(() => result.current.edit({ body: '' }));
  await vi.advanceTimersByTimeAsync(100);
  expect(kept()).toBeUndefined();
  act(() => result.current.edit({ body: 'sent' }));
  act(() => result.current.finish());
  unmount();
  expect(kept()).toBeUndefined();
});
