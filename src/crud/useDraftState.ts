import { useCallback, useEffect, useRef, useState } from 'react';
import { drafts } from '../core/drafts.ts';

/**
 * State that survives a reload and a new sign-in in this tab; undefined stores nothing. `end` deletes it: the text has been
 * sent or discarded.
 */
export function useDraftState<T>(key: string, initial?: T) {
  const [kept] = useState(() => drafts.read<T>(key));
  const [value, setValue] = useState<T | undefined>(kept ?? initial);
  const isOver = useRef(false);
  useEffect(() => {
    if (isOver.current) return;
    if (value === undefined) drafts.drop(key);
    else drafts.keep(key, value);
  }, [key, value]);
  const end = useCallback(() => {
    isOver.current = true;
    drafts.drop(key);
  }, [key]);
  return { value, setValue, isBack: kept !== undefined, isOver, end };
}
