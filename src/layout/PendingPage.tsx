import { useTranslate } from 'ra-core';
import { useEffect, useState } from 'react';
import { usePendingPath } from './usePendingPath.ts';

/** Milliseconds until a page counts as late. Most come sooner, and a line that flashes tells nothing. */
const PATIENCE = 150;

/** A line along the top bar while the page that was chosen is late, and one message for screen readers. */
export function PendingPage() {
  const translate = useTranslate();
  const isPending = usePendingPath() !== undefined;
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(() => setLate(true), PATIENCE);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isPending]);
  // Always there: screen readers follow only regions that they know.
  return (
    <div role="status" className="pending-page">
      {isLate && <span className="shell-hidden">{translate('shell.loading')}</span>}
    </div>
  );
}
