import type { InputBaseComponentProps } from '@mui/material/InputBase';
import { useForkRef } from '@mui/material/utils';
import { type ChangeEvent, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { afterPaint } from '../../../start/afterPaint.ts';

/**
 * MUI's `inputComponent` of a multiline field: a textarea whose page hears of a typed character once it is on the screen, or
 * before that when the field is left or goes, or its form is submitted. Whoever presses a button leaves it. `value` is always
 * shown when it changes, but a change that the page refuses is not taken back.
 *
 * Gain: docs/evidence/benchmarks.md has the slowest key with and without it. Nothing but speed breaks if `onChange` runs at once.
 */
export function TypedArea({
  value,
  onChange,
  onBlur,
  ref,
  ownerState: _,
  ...props
}: InputBaseComponentProps) {
  const [first] = useState(value);
  const area = useRef<HTMLTextAreaElement>(null);
  const setArea = useForkRef(area, ref);
  const typed = useRef<{ event: ChangeEvent<HTMLTextAreaElement>; callOff(): void }>(undefined);

  const latest = useRef(onChange);
  useLayoutEffect(() => {
    latest.current = onChange;
  });
  const takeTyped = useCallback(() => {
    const taken = typed.current;
    typed.current = undefined;
    taken?.callOff();
    return taken?.event;
  }, []);
  const tell = useCallback(() => {
    const event = takeTyped();
    // At once, so that a `value` that is not the text is always the page's own.
    if (event) flushSync(() => latest.current?.(event));
  }, [takeTyped]);

  useLayoutEffect(() => {
    // Not even the same text may be set while somebody composes a character.
    if (!area.current || area.current.value === value) return;
    takeTyped();
    area.current.value = value;
  }, [value, takeTyped]);
  useLayoutEffect(() => {
    const form = area.current?.form;
    form?.addEventListener('submit', tell);
    return () => {
      form?.removeEventListener('submit', tell);
      const event = takeTyped();
      if (event) latest.current?.(event);
    };
  }, [tell, takeTyped]);

  return (
    <textarea
      {...props}
      ref={setArea}
      defaultValue={first}
      onChange={(event) => {
        typed.current ??= { event, callOff: afterPaint(tell) };
      }}
      onBlur={(event) => {
        tell();
        onBlur?.(event);
      }}
    />
  );
}
