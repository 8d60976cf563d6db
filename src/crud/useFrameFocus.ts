import { type RefObject, useEffect, useState } from 'react';

/** Milliseconds between two looks while a frame has the focus. */
const EVERY = 150;

/**
 * Whether the frame has the focus. CSS cannot tell: a frame matches no `:focus`. A page hears only that its window lost the
 * focus, and nothing when it goes from one frame to the next.
 */
export function useFrameFocus(frame: RefObject<HTMLIFrameElement | null>): boolean {
  const [hasFocus, setFocus] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setInterval> | undefined;
    const look = () => setFocus(document.activeElement === frame.current);
    const stop = () => {
      clearInterval(timer);
      look();
    };
    const follow = () => {
      stop();
      if (document.activeElement?.tagName === 'IFRAME') timer = setInterval(look, EVERY);
    };
    window.addEventListener('blur', follow);
    window.addEventListener('focus', stop);
    return () => {
      clearInterval(timer);
      window.removeEventListener('blur', follow);
      window.removeEventListener('focus', stop);
    };
  }, [frame]);
  return hasFocus;
}
