import { lazy, Suspense, useRef } from 'react';
import { useAfterwards } from '../start/useAfterwards.ts';
import type { ConfirmDialogProps } from './ConfirmBox.tsx';

const load = () => import('./ConfirmBox.tsx');
const ConfirmBox = lazy(() => load().then((m) => ({ default: m.ConfirmBox })));

/**
 * Asks before something that counts. Esc and Cancel leave everything as it is; focus starts on Cancel. What it is made
 * of is fetched when the page stands, or when it is asked for.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  // It stays, so that it can fade out.
  const wasOpen = useRef(false);
  wasOpen.current ||= props.open;
  useAfterwards(load);
  return <Suspense>{wasOpen.current && <ConfirmBox {...props} />}</Suspense>;
}
