import { useEffect } from 'react';
import { prefetch } from '../start/screen.ts';
import { whenIdle } from '../start/whenIdle.ts';

/** Loads the code and the texts of the page at `path`, which a list's rows lead to, once the rows have been shown. */
export function useRecordAhead(path: string | undefined): void {
  useEffect(() => (path === undefined ? undefined : whenIdle(() => void prefetch(path))), [path]);
}
