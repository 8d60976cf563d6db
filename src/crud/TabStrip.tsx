import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { scrollMore } from './scrollMore.ts';
import './crud.css';

/** What moves the strip by somebody's hand: the pointer, the wheel, and the Tab key. */
const HANDS = ['pointerdown', 'wheel', 'focusin'] as const;

/**
 * Scrolls a strip so that its current tab is in the middle; again when its tabs get another width, because a font comes late,
 * and until somebody scrolls it. Returns a function that ends this.
 */
function keepCurrent(strip: HTMLElement): () => void {
  const follow = () => {
    const tab = strip.querySelector<HTMLElement>('[aria-current="page"]');
    // Not `scrollIntoView`, which would scroll the page too.
    if (tab) strip.scrollLeft = tab.offsetLeft - (strip.clientWidth - tab.offsetWidth) / 2;
  };
  const sizes = globalThis.ResizeObserver && new ResizeObserver(follow);
  const stop = () => sizes?.disconnect();
  // It tells of each once, when the layout is known.
  for (const element of [strip, ...strip.children]) sizes?.observe(element);
  if (!sizes) follow();
  for (const name of HANDS) strip.addEventListener(name, stop, { passive: true });
  return () => {
    stop();
    for (const name of HANDS) strip.removeEventListener(name, stop);
  };
}

/** Tabs as links. Where they do not fit, they scroll, show that they do, and begin at the current one. */
export function TabStrip({ label, children }: { label: string; children: ReactNode }) {
  const strip = useRef<HTMLElement>(null);
  const { pathname, search } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address has another current tab
  useEffect(() => (strip.current ? keepCurrent(strip.current) : undefined), [pathname, search]);
  useEffect(() => scrollMore(strip.current), []);
  return (
    <nav className="crud-tabs" aria-label={label} ref={strip}>
      {children}
    </nav>
  );
}
