import { useCallback, useEffect, useRef, useState } from 'react';
import { drafts } from '../core/drafts.ts';

const always = () => true;

/**
 * State that survives a reload and a new sign-in in this tab; undefined stores nothing, nor does the initial state, and one in
 * which nothing is written does not come back: the next time may begin with another. `end` deletes it: the text has been sent or
 * discarded.
 */
export function useDraftState<T>(key: string, initial?: T, isWritten: (value: T) => boolean = always) {
  const [kept] = useState(() => {
    const read = drafts.read<T>(key);
    return read !== undefined && isWritten(read) ? read : undefined;
  });
  const [first] = useState(initial);
  const [value, setValue] = useState<T | undefined>(kept ?? first);
  const isOver = useRef(false);
  useEffect(() => {
    if (isOver.current) return;
    if (value === undefined || value === first) drafts.drop(key);
    else drafts.keep(key, value);
  }, [key, value, first]);
  const end = useCallback(() => {
    isOver.current = true;
    drafts.drop(key);
  }, [key]);
  return { value, setValue, isBack: kept !== undefined, isOver, end };
}
