import type { ReactNode } from 'react';
import { Guard } from '../layout/Guard.tsx';
import { LoadFailure } from './LoadFailure.tsx';

const broken = new Error('crud.broken');

/**
 * A part of a page, such as a card. If it fails, it is named, and the rest of the page stays. `what`: a text or its key;
 * another `place` is another part.
 */
export const Part = ({ what, place, children }: { what: string; place?: string; children: ReactNode }) => (
  <Guard place={place} instead={(_, retry) => <LoadFailure what={what} error={broken} onRetry={retry} />}>
    {children}
  </Guard>
);
