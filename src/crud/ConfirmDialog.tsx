import { lazy, Suspense, useRef } from 'react';
import { useOnFirstInteraction } from '../start/useOnFirstInteraction.ts';
import type { ConfirmDialogProps } from './ConfirmBox.tsx';

const load = () => import('./ConfirmBox.tsx');
const ConfirmBox = lazy(() => load().then((m) => ({ default: m.ConfirmBox })));

/**
 * Asks before an action with consequences. Esc and Cancel change nothing; the focus starts on Cancel. Its code is loaded
 * when the page is idle, or on demand.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  // Stays mounted so that it can fade out.
  const wasOpen = useRef(false);
  wasOpen.current ||= props.open;
  useOnFirstInteraction(load);
  return <Suspense>{wasOpen.current && <ConfirmBox {...props} />}</Suspense>;
}
