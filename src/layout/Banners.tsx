import { useLayoutEffect, useRef } from 'react';
import { ActingBanner } from './ActingBanner.tsx';
import { TestModeBar, useTestMode } from './TestModeBar.tsx';
import { useUser } from './useUser.ts';

/**
 * The lines above the top bar of every page. They are known from the profile before the shell is drawn, so the page does not
 * move. Sticky elements below follow their height (`--banners`), which depends on width, language and names.
 */
export function Banners() {
  const box = useRef<HTMLDivElement>(null);
  const isActing = Boolean(useUser()?.acting);
  const isShown = useTestMode() !== null || isActing;

  useLayoutEffect(() => {
    const element = box.current;
    const shell = element?.parentElement;
    if (!isShown || !element || !shell) return;
    const follow = () => shell.style.setProperty('--banners', `${element.offsetHeight}px`);
    follow();
    // Test environments without layout do not have it.
    const watch = 'ResizeObserver' in window ? new ResizeObserver(follow) : undefined;
    watch?.observe(element);
    return () => {
      watch?.disconnect();
      shell.style.removeProperty('--banners');
    };
  }, [isShown]);

  if (!isShown) return null;
  return (
    <div ref={box} className="banners">
      <TestModeBar />
      <ActingBanner />
    </div>
  );
}
