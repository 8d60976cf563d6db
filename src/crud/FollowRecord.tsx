import { useEffect, useRef } from 'react';
import { useFormContext } from 'react-hook-form';
import type { Outline } from '#schema/outline.ts';
import { describeConflicts } from '../layout/describeConflicts.ts';
import { same } from './changed.ts';

/** What a form edits: a record, or values in place of one. */
export type FormBase = Readonly<Record<string, unknown>>;

interface Props {
  entity: Outline;
  /** The form's fields. */
  names: readonly string[];
  /** The record that filled the form. */
  base: FormBase;
  /** The latest known record. */
  current: FormBase;
  /** Refills the form from the latest record. */
  onFollow(current: FormBase): void;
}

/**
 * Keeps what is typed when the record is refetched while its form is open. Untouched fields follow the record, so that
 * saving does not overwrite changes that somebody else made meanwhile. Typed ones say what was saved in them meanwhile.
 */
export function FollowRecord({ entity, names, base, current, onFollow }: Props) {
  const { getValues, setValue, resetField, setError } = useFormContext();
  // The last values from the server; a value that differs from them was typed.
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
    const met = typed
      .filter((name) => !same(before[name], current[name]))
      .map((name) => ({ name, value: current[name] }));
    if (met.length > 0) {
      void describeConflicts(entity, met).then((texts) => {
        for (const { name } of met) setError(name, { type: 'server', message: texts[name] ?? '' });
      });
    }
    for (const name of names) {
      if (typed.includes(name)) continue;
      setValue(name, current[name]);
      resetField(name, { defaultValue: current[name] });
    }
  }, [entity, names, current, onFollow, getValues, setValue, resetField, setError]);
  return null;
}
