import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'ra-core';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { isIsoDay } from '#schema/bikramSambat.ts';
import type { FieldOutline, Outline } from '#schema/outline.ts';
import { toLocalInput } from '../core/format.ts';
import { useLabels } from '../core/labels.ts';
import { useSettled } from '../core/useSettled.ts';
import { fieldOf } from './fields.tsx';
import { ReferencePicker } from './ReferencePicker.tsx';
import { useFilters } from './useFilters.ts';

const NepaliDateInput = lazy(() =>
  import('./NepaliDateInput.tsx').then((m) => ({ default: m.NepaliDateInput })),
);

type Values = Record<string, unknown>;

interface FilterProps {
  entity: Outline;
  name: string;
  field: FieldOutline;
  values: Values;
  set(change: Values): void;
}

/** The filters of a list, by field kind. A change takes effect immediately and goes back to page 1. */
export function ListFilters({
  entity,
  names,
  isFiltered,
}: {
  entity: Outline;
  names: readonly string[];
  isFiltered: boolean;
}) {
  const translate = useTranslate();
  const { values, change: set, clear } = useFilters();
  const box = useRef<HTMLDivElement>(null);
  const onClear = () => {
    clear();
    // The button is about to unmount, so move the focus.
    box.current?.querySelector<HTMLElement>('input, select, button')?.focus();
  };
  return (
    <div className="crud-filters" ref={box}>
      {names.map((name) => {
        const field = fieldOf(entity, name);
        if (!field) return null;
        const Filter = filterFor(field);
        return <Filter key={name} entity={entity} name={name} field={field} values={values} set={set} />;
      })}
      {isFiltered && (
        <Button size="small" onClick={onClear}>
          {translate('crud.list.clear')}
        </Button>
      )}
    </div>
  );
}

function filterFor(field: FieldOutline) {
  if (field.filter === 'range') return RangeFilter;
  switch (field.kind) {
    case 'choice':
    case 'boolean':
      return ChoiceFilter;
    case 'reference':
    case 'references':
      return field.of ? ReferenceFilter : IdFilter;
    default:
      return TextFilter;
  }
}

function ChoiceFilter({ entity, name, field, values, set }: FilterProps) {
  const translate = useTranslate();
  const labels = useLabels(entity);
  const choices =
    field.kind === 'boolean'
      ? [
          ['true', translate('crud.yes')],
          ['false', translate('crud.no')],
        ]
      : (field.choices ?? []).map((choice) => [choice, labels.choice(name, choice)]);
  const value = values[name];
  const current = String(value ?? '');
  return (
    <TextField
      select
      label={labels.field(name)}
      value={current}
      onChange={(event) => set({ [name]: event.target.value })}
      slotProps={{ select: { native: true } }}
    >
      <option value="">{translate('crud.list.any')}</option>
      {Array.isArray(value) && value.length > 1 && (
        <option value={current}>{value.map((choice) => labels.choice(name, choice)).join(', ')}</option>
      )}
      {choices.map(([choice, text]) => (
        <option key={choice} value={choice}>
          {text}
        </option>
      ))}
    </TextField>
  );
}

function ReferenceFilter({ entity, name, field, values, set }: FilterProps) {
  const labels = useLabels(entity);
  const value = values[name];
  const isList = Array.isArray(value);
  return (
    <ReferencePicker
      single={!isList}
      of={field.of ?? ''}
      label={labels.field(name)}
      value={isList ? value.map(String) : value ? [String(value)] : []}
      onChange={(ids) => set({ [name]: isList && ids.length > 0 ? ids : ids[0] })}
    />
  );
}

function TextFilter({ entity, name, values, set }: FilterProps) {
  const labels = useLabels(entity);
  const current = String(values[name] ?? '');
  const [text, setText] = useState(current);
  const settled = useSettled(text, 400);
  const [followed, setFollowed] = useState(current);
  if (current !== followed) {
    setFollowed(current);
    setText(current);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed, once it settles, is asked for
  useEffect(() => {
    if (settled.trim() !== current && settled === text) set({ [name]: settled.trim() });
  }, [settled]);
  return (
    <TextField label={labels.field(name)} value={text} onChange={(event) => setText(event.target.value)} />
  );
}

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/** The id of a record of any entity, typed or pasted, also as part of its page's address. */
function IdFilter({ entity, name, values, set }: FilterProps) {
  const translate = useTranslate();
  const labels = useLabels(entity);
  const current = String(values[name] ?? '');
  const [text, setText] = useState(current);
  const [followed, setFollowed] = useState(current);
  if (current !== followed) {
    setFollowed(current);
    setText(current);
  }
  const isWrong = text.trim() !== '' && !UUID.test(text);
  const type = (typed: string) => {
    const id = UUID.exec(typed)?.[0];
    setText(id ?? typed);
    if ((id ?? '') !== current && (id || typed.trim() === '')) set({ [name]: id ?? '' });
  };
  return (
    <TextField
      label={labels.field(name)}
      value={text}
      onChange={(event) => type(event.target.value)}
      helperText={isWrong ? translate('crud.list.notId') : undefined}
    />
  );
}

/** A day in the reader's calendar; it filters once it is complete. */
function DayFilter({ label, day, choose }: { label: string; day: string; choose(iso: string): void }) {
  const [value, setValue] = useState<string | null>(day || null);
  const [followed, setFollowed] = useState(day);
  const [sent, setSent] = useState(day);
  // Incomplete input removes the filter; that must not clear the inputs.
  if (day !== followed) {
    setFollowed(day);
    if (day !== sent) setValue(day || null);
  }
  return (
    <Suspense fallback={<span className="crud-skeleton" aria-hidden="true" />}>
      <NepaliDateInput
        compact
        label={label}
        value={value}
        onChange={(next) => {
          setValue(next);
          const whole = next && isIsoDay(next) ? next : '';
          setSent(whole);
          if (whole !== day) choose(whole);
        }}
      />
    </Suspense>
  );
}

/** Days in Nepal: from the first moment of one day to the last moment of another. */
function RangeFilter({ entity, name, field, values, set }: FilterProps) {
  const translate = useTranslate();
  const labels = useLabels(entity);
  const isTime = field.kind === 'datetime';
  const ends = [
    { key: `${name}__gte`, text: 'crud.list.from', time: 'T00:00:00.000+05:45' },
    { key: `${name}__lte`, text: 'crud.list.until', time: 'T23:59:59.999+05:45' },
  ];
  return ends.map(({ key, text, time }) => {
    const value = values[key];
    const day = !value ? '' : isTime ? toLocalInput(String(value)).slice(0, 10) : String(value);
    const label = translate(text, { field: labels.field(name) });
    const choose = (iso: string) => set({ [key]: iso && isTime ? iso + time : iso });
    return <DayFilter key={key} label={label} day={day} choose={choose} />;
  });
}
