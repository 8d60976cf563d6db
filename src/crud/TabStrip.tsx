import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { scrollMore } from './scrollMore.ts';
import './crud.css';

/** Tabs as links. Where they do not fit, they scroll, show that they do, and begin at the current one. */
export function TabStrip({ label, children }: { label: string; children: ReactNode }) {
  const strip = useRef<HTMLElement>(null);
  const { pathname, search } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address has another current tab
  useEffect(() => {
    const tab = strip.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (!strip.current || !tab) return;
    // Not `scrollIntoView`, which would scroll the page too.
    strip.current.scrollLeft = tab.offsetLeft - (strip.current.clientWidth - tab.offsetWidth) / 2;
  }, [pathname, search]);
  useEffect(() => scrollMore(strip.current), []);
  return (
    <nav className="crud-tabs" aria-label={label} ref={strip}>
      {children}
    </nav>
  );
}
