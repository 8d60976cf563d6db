import {
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useLayoutEffect,
  useReducer,
  useRef,
} from 'react';
import { UNSAFE_LocationContext, UNSAFE_RouteContext } from 'react-router-dom';
import { afterPaint } from './afterPaint.ts';

/** Whether the browser can hide an element without taking its layout apart (layout/layoutPage.css). */
const canHide = (): boolean => globalThis.CSS?.supports?.('content-visibility', 'hidden') ?? false;

/** Kept here, because reading `scrollY` would have the browser lay the page out before it navigates. */
let isScrolled = false;
// The build runs this module too (scripts/declaredScreens.ts), outside of a browser.
globalThis.addEventListener?.(
  'scroll',
  () => {
    isScrolled = window.scrollY > 0;
  },
  { passive: true },
);

let isKeeping = false;

/**
 * Runs a navigation that is drawn at once, and keeps the page that it leaves until the new one is on the screen. Where the
 * page is scrolled, it is not kept: the browser would scroll up for the shorter page, and the list would store that.
 */
export function keepPage(navigate: () => void): void {
  isKeeping = canHide() && !isScrolled;
  try {
    navigate();
  } finally {
    isKeeping = false;
  }
}

interface Page {
  name: string;
  content: ReactNode;
}

interface Props {
  /** The path of the page's route. */
  name: string;
  children: ReactNode;
}

/**
 * A page of a resource. After `keepPage` it is drawn first, and the page before it is removed after the next frame. Until
 * then the old page is hidden, comes after the new one in the document, and keeps its own address, so that it
 * shows the same.
 *
 * Gain: without it the press on a list's row takes 1.34 times as much processor time for the first record, and 1.36 times
 * for later ones; the main thread 1.06 and 1.10 times until the record is there (docs/evidence/benchmarks.md).
 * Nothing but speed breaks without it.
 */
export function KeptPage({ name, children }: Props) {
  const location = useContext(UNSAFE_LocationContext);
  const route = useContext(UNSAFE_RouteContext);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const last = useRef<Page>(undefined);
  const left = useRef<Page>(undefined);
  const page: Page = {
    name,
    content: (
      <UNSAFE_LocationContext value={location}>
        <UNSAFE_RouteContext value={route}>{children}</UNSAFE_RouteContext>
      </UNSAFE_LocationContext>
    ),
  };
  if (left.current?.name === name) left.current = undefined;
  else if (isKeeping && last.current && last.current.name !== name) left.current = last.current;
  useLayoutEffect(() => {
    last.current = page;
  });
  const leaving = left.current;
  useEffect(() => {
    if (!leaving) return;
    return afterPaint(() => {
      left.current = undefined;
      startTransition(redraw);
    });
  }, [leaving]);
  return [page, ...(leaving ? [leaving] : [])].map((one) => (
    <div key={one.name} className="page-view" data-leaving={one === leaving || undefined}>
      {one.content}
    </div>
  ));
}
