import { lazy, Suspense } from 'react';
import { Skeleton } from '../layout/Skeleton.tsx';
import type { ReferencePickerProps } from './ReferencePicker.tsx';

const Picker = lazy(() => import('./ReferencePicker.tsx').then((m) => ({ default: m.ReferencePicker })));

/** `ReferencePicker` for a page on which few users need it: its code is fetched when it is shown. */
export const LateReferencePicker = (props: ReferencePickerProps) => (
  // As tall as the field with its label and help.
  <Suspense fallback={<Skeleton variant="rounded" height="6.375rem" />}>
    <Picker {...props} />
  </Suspense>
);
