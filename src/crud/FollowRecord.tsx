import { useEffect, useRef } from 'react';
import { useFormContext } from 'react-hook-form';

/** What a form writes over: a record, or the values that stand for one. */
export type FormBase = Readonly<Record<string, unknown>>;

const same = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

interface Props {
  /** The fields that the form writes. */
  names: readonly string[];
  /** The record that the form was filled from. */
  base: FormBase;
  /** The record as it is known now. */
  current: FormBase;
  /** Fills the form anew from the current record. */
  onFollow(current: FormBase): void;
}

/**
 * Keeps what is typed when the record is asked for again while its form is open; fields that nobody touched
 * follow the record, so that saving does not put back what somebody else has changed meanwhile.
 */
export function FollowRecord({ names, base, current, onFollow }: Props) {
  const { getValues, setValue, resetField } = useFormContext();
  // What the form last took from the server; a value that differs from it was typed.
  const taken = useRef(base);
  useEffect(() => {
    if (same(taken.current, current)) return;
    const values = getValues();
    const before = taken.current;
    const typed = names.filter(
      (name) => !same(values[name], before[name]) && !same(values[name], current[name]),
    );
    taken.current = current;
    if (before.id !== current.id || typed.length === 0) {
      onFollow(current);
      return;
    }
    for (const name of names) {
      if (typed.includes(name)) continue;
      setValue(name, current[name]);
      resetField(name, { defaultValue: current[name] });
    }
  }, [names, current, onFollow, getValues, setValue, resetField]);
  return null;
}
