import { useEffect } from 'react';
import { prefetch } from '../start/screen.ts';
import { beforeInteraction } from '../start/useOnFirstInteraction.ts';
import { whenIdle } from '../start/whenIdle.ts';

/**
 * Loads the code and the texts of the page at `path`, which a list's rows lead to, once the rows have been shown, and then what
 * waits for the first user input, which would otherwise run while that page is drawn.
 */
export function useRecordAhead(path: string | undefined): void {
  useEffect(() => {
    if (path === undefined) return;
    let isLeft = false;
    let stop = whenIdle(async () => {
      await prefetch(path);
      if (!isLeft) stop = whenIdle(beforeInteraction);
    });
    return () => {
      isLeft = true;
      stop();
    };
  }, [path]);
}
