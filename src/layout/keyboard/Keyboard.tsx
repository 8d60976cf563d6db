import { lazy, Suspense, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { isOffered } from '../../core/access.ts';
import { isCovered, isPaletteKey, latinKey, placesFor, takesLetters, useSingleKeys } from './keys.ts';
import { type Overlay, openOverlay, typeAhead, useOverlay } from './overlay.ts';
import { moveRow, pressMarked, toggleRow } from './rows.ts';

const loadPalette = () => import('./Palette.tsx');
const Palette = lazy(() => loadPalette().then((m) => ({ default: m.Palette })));
const Shortcuts = lazy(() => import('./Shortcuts.tsx').then((m) => ({ default: m.Shortcuts })));
const Help = lazy(() => import('../Help.tsx').then((m) => ({ default: m.Help })));
const ChangePassword = lazy(() =>
  import('../ChangePassword.tsx').then((m) => ({ default: m.ChangePassword })),
);

/** Loads the palette's code before it is first opened. */
export const preparePalette = (): void => void loadPalette().catch(() => undefined);

/** How long `g` waits for the next letter, in milliseconds. */
const PATIENCE = 1500;

const open = (dialog: Overlay): true => {
  openOverlay(dialog);
  return true;
};

/** The single-key shortcuts; each returns whether it did something. */
const onKey: Record<string, () => boolean> = {
  '?': () => open('shortcuts'),
  '/': () => pressMarked('/') || open('palette'),
  c: () => pressMarked('c'),
  f: () => pressMarked('f'),
  j: () => moveRow(1),
  k: () => moveRow(-1),
  x: toggleRow,
};

function useKeys(overlay: ReturnType<typeof useOverlay>): void {
  const navigate = useNavigate();
  const [areSingle] = useSingleKeys();
  const goUntil = useRef(0);
  const latest = useRef((_: KeyboardEvent) => {});
  latest.current = (event) => {
    if (event.defaultPrevented || event.isComposing || event.keyCode === 229 || event.repeat) return;
    if (isPaletteKey(event)) {
      if (overlay !== 'palette' && isCovered()) return;
      event.preventDefault();
      openOverlay(overlay === 'palette' ? null : 'palette');
      return;
    }
    // The dialog is still loading, and what is typed is meant for it.
    if (overlay !== null && !isCovered()) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.key === 'Tab') return;
      event.preventDefault();
      if (event.key === 'Escape') openOverlay(null);
      else if ([...event.key].length === 1) typeAhead(event.key);
      return;
    }
    if (!areSingle || event.ctrlKey || event.metaKey || event.altKey) return;
    if (takesLetters(event.target) || isCovered()) return;
    const key = latinKey(event);
    const isGoing = event.timeStamp < goUntil.current;
    if (event.key !== 'Shift') goUntil.current = 0;
    if (isGoing) {
      const route = placesFor(isOffered).get(key);
      if (route === undefined) return;
      event.preventDefault();
      navigate(`/${route}`);
    } else if (key === 'g') goUntil.current = event.timeStamp + PATIENCE;
    else if (onKey[key]?.()) event.preventDefault();
  };
  useEffect(() => {
    const listen = (event: KeyboardEvent) => latest.current(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/** Handles the keys that work on every page, and renders the dialogs that they open. */
export function Keyboard() {
  const navigate = useNavigate();
  const overlay = useOverlay();
  useKeys(overlay);
  const close = () => openOverlay(null);
  // A dialog requested before signing out must not open at the next sign-in.
  useEffect(() => () => openOverlay(null), []);
  const go = (to: string) => {
    close();
    navigate(to);
  };
  return (
    <Suspense>
      {overlay === 'palette' && <Palette onClose={close} onGo={go} />}
      {overlay === 'shortcuts' && <Shortcuts onClose={close} />}
      {overlay === 'password' && <ChangePassword open onClose={close} />}
      {overlay === 'help' && <Help onClose={close} />}
    </Suspense>
  );
}
