import { lazy, Suspense, useEffect, useState } from 'react';
import { answerProof } from '../core/proof.ts';

const StepUpDialog = lazy(() => import('./StepUpDialog.tsx').then((m) => ({ default: m.StepUpDialog })));

/** Opens one dialog for all requests that wait for a new proof, and continues or rejects them together. */
export function StepUp() {
  const [done, setDone] = useState<(isProved: boolean) => void>();
  useEffect(
    () =>
      answerProof(
        () =>
          new Promise<boolean>((resolve) => {
            setDone(() => (isProved: boolean) => {
              setDone(undefined);
              resolve(isProved);
            });
          }),
      ),
    [],
  );
  return <Suspense>{done && <StepUpDialog onDone={done} />}</Suspense>;
}
