import { fireEvent, render } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useRecordAhead } from '../../../src/crud/useRecordAhead.ts';
import { useOnFirstInteraction } from '../../../src/start/useOnFirstInteraction.ts';

function Waits({ task }: { task: () => unknown }) {
  useOnFirstInteraction(task);
  return null;
}

function List() {
  // Of no screen: files before this one may have registered the console's, which take their time to load.
  useRecordAhead('/nothing/1/show');
  return null;
}

beforeEach(() => void vi.useFakeTimers());

test('what may be asked for next is fetched at the first sign of a hand, once', () => {
  const tasks = [vi.fn(), vi.fn()] as const;
  render(tasks.map((task, i) => <Waits key={String(i)} task={task} />));
  expect(tasks.map((task) => task.mock.calls.length)).toEqual([0, 0]);
  fireEvent.pointerMove(document);
  fireEvent.keyDown(document);
  vi.runAllTimers();
  expect(tasks.map((task) => task.mock.calls.length)).toEqual([1, 1]);
});

test('a pointer that lies where the page comes up is no hand', () => {
  const task = vi.fn();
  render(<Waits task={task} />);
  const lies = (movementX: number) =>
    Object.assign(new Event('pointermove', { bubbles: true }), { movementX, movementY: 0 });
  fireEvent(document, lies(0));
  expect(task).not.toHaveBeenCalled();
  fireEvent(document, lies(1));
  expect(task).toHaveBeenCalledOnce();
});

test('or after a while, for who only reads', () => {
  const task = vi.fn();
  render(<Waits task={task} />);
  vi.advanceTimersByTime(3_999);
  expect(task).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(task).toHaveBeenCalledOnce();
});

test('a page that was left fetches nothing more, and the next one waits for its own sign', () => {
  const [left, next] = [vi.fn(), vi.fn()];
  const { unmount } = render(<Waits task={left} />);
  unmount();
  fireEvent.pointerMove(document);
  render(<Waits task={next} />);
  expect(next).not.toHaveBeenCalled();
  fireEvent.touchStart(document);
  expect(left).not.toHaveBeenCalled();
  expect(next).toHaveBeenCalledOnce();
});

test('what cannot be fetched is no error', () => {
  render(<Waits task={() => Promise.reject(new Error('offline'))} />);
  fireEvent.pointerMove(document);
});

test('after a list’s rows and the code of their records it is fetched before anybody presses', async () => {
  vi.stubGlobal('requestIdleCallback', undefined);
  const task = vi.fn();
  render(
    <>
      <List />
      <Waits task={task} />
    </>,
  );
  await vi.advanceTimersByTimeAsync(399);
  expect(task).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(task).toHaveBeenCalledOnce();
});

test('but not for a list that was left meanwhile', async () => {
  vi.stubGlobal('requestIdleCallback', undefined);
  const task = vi.fn();
  const { unmount } = render(<List />);
  // Synchronously, so that the record's code has not come yet.
  vi.advanceTimersByTime(200);
  unmount();
  render(<Waits task={task} />);
  await vi.advanceTimersByTimeAsync(1000);
  expect(task).not.toHaveBeenCalled();
});
