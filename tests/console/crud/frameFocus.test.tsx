import { act, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { useFrameFocus } from '../../../src/crud/useFrameFocus.ts';

function Frame({ title }: { title: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const hasFocus = useFrameFocus(frame);
  return <iframe ref={frame} title={title} data-focused={hasFocus || undefined} />;
}

beforeEach(() => void vi.useFakeTimers());

const marked = () =>
  [...document.querySelectorAll('[data-focused]')].map((frame) => frame.getAttribute('title'));
const focus = (title: string) => act(() => screen.getByTitle(title).focus());

it('marks the frame that has the focus, as a browser tells it', () => {
  render(
    <>
      <Frame title="front" />
      <Frame title="back" />
      <button type="button" title="after" />
    </>,
  );
  focus('front');
  act(() => void window.dispatchEvent(new Event('blur')));
  expect(marked()).toEqual(['front']);
  // From frame to frame there is no event.
  focus('back');
  act(() => void vi.advanceTimersByTime(500));
  expect(marked()).toEqual(['back']);
  focus('after');
  act(() => void window.dispatchEvent(new Event('focus')));
  expect(marked()).toEqual([]);
});
