/**
 * Loads what may be needed next at the first sign of user input, or before it if the page has all that it shows
 * (crud/useRecordAhead.ts).
 *
 * Gain: without it 18 kB more of JavaScript (6 %; the menus) are fetched and run beside the first list, which
 * costs the main thread 6 % more until its rows are there. Nothing but speed breaks without it.
 */

import { useEffect, useRef } from 'react';
import { isUserAction } from './userAction.ts';

/** Milliseconds after which the tasks run for users who only read. */
const PATIENCE = 4000;
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'touchstart'] as const;

/** Tasks that wait for the same sign: a list may have one in each of its rows. */
const waiting = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

function listen(): void {
  timer = setTimeout(beforeInteraction, PATIENCE);
  for (const name of SIGNS) document.addEventListener(name, sign, { passive: true });
}

function stop(): void {
  clearTimeout(timer);
  for (const name of SIGNS) document.removeEventListener(name, sign);
}

function sign(event: Event): void {
  if (isUserAction(event)) beforeInteraction();
}

/** Runs what waits for the first user input: for a page that has all that it shows. */
export function beforeInteraction(): void {
  stop();
  const tasks = [...waiting];
  waiting.clear();
  for (const task of tasks) task();
}

/**
 * Calls back once, at the first user input or after a while: the first seconds belong to the page's content.
 */
function afterwards(then: () => void): () => void {
  if (waiting.size === 0) listen();
  waiting.add(then);
  return () => {
    if (waiting.delete(then) && waiting.size === 0) stop();
  };
}

/** Runs something once after the page's main content has been drawn: loads what may be needed next. */
export function useOnFirstInteraction(task: () => unknown): void {
  const latest = useRef(task);
  latest.current = task;
  useEffect(
    () =>
      afterwards(() => {
        // If it cannot load now, it is requested again when it is needed.
        Promise.resolve(latest.current()).catch(() => undefined);
      }),
    [],
  );
}
