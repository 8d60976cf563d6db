import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useListContext, useTranslate } from 'ra-core';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { Entity, Field } from '#schema/entity.ts';
import { toLocalInput } from '../format.ts';
import { isIsoDay } from '../nepaliDate.ts';
import { preferences } from '../preferences.ts';
import { fieldOf } from './fields.tsx';
import { useLabels } from './labels.ts';
import { ReferencePicker } from './ReferencePicker.tsx';
import { useSettled } from './useSettled.ts';

const NepaliDateInput = lazy(() =>
  import('./NepaliDateInput.tsx').then((m) => ({ default: m.NepaliDateInput })),
);

/** Filters that the schema allows, without phone numbers: the search finds those. */
export const defaultFilters = (entity: Entity): string[] =>
  Object.entries(entity.fields)
    .filter(([, field]) => field.filter && field.kind !== 'phone')
    .map(([name]) => name);

type Values = Record<string, unknown>;

interface FilterProps {
  entity: Entity;
  name: string;
  field: Field;
  values: Values;
  set(change: Values): void;
}

/** The filters of a list, each by its field's kind; a change takes effect at once and starts at page 1. */
export function ListFilters({
  entity,
  names,
  isFiltered,
}: {
  entity: Entity;
  names: readonly string[];
  isFiltered: boolean;
}) {
  const translate = useTranslate();
  const { filterValues, setFilters } = useListContext();
  const values = filterValues as Values;
  const set = (change: Values) => {
    const next = Object.entries({ ...values, ...change }).filter(
      ([, value]) => value !== '' && value !== undefined && value !== null,
    );
    setFilters(Object.fromEntries(next), undefined, false);
  };
  return (
    <div className="crud-filters">
      {names.map((name) => {
        const field = fieldOf(entity, name);
        if (!field) return null;
        const Filter = filterFor(field);
        return <Filter key={name} entity={entity} name={name} field={field} values={values} set={set} />;
      })}
      {isFiltered && (
        <Button size="small" onClick={() => setFilters({}, undefined, false)}>
          {translate('crud.list.clear')}
        </Button>
      )}
    </div>
  );
}

function filterFor(field: Field) {
  if (field.filter === 'range') return RangeFilter;
  switch (field.kind) {
    case 'choice':
    case 'boolean':
      return ChoiceFilter;
    case 'reference':
    case 'references':
      return ReferenceFilter;
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
  return (
    <TextField
      select
      label={labels.field(name)}
      value={String(values[name] ?? '')}
      onChange={(event) => set({ [name]: event.target.value })}
      slotProps={{ select: { native: true } }}
    >
      <option value="">{translate('crud.list.any')}</option>
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
  return (
    <ReferencePicker
      single
      of={field.of ?? ''}
      label={labels.field(name)}
      value={value ? [String(value)] : []}
      onChange={([id]) => set({ [name]: id })}
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

/** A day that people name in Bikram Sambat; it filters once it is whole. */
function BsFilter({ label, day, choose }: { label: string; day: string; choose(iso: string): void }) {
  const [value, setValue] = useState<string | null>(day || null);
  const [followed, setFollowed] = useState(day);
  const [sent, setSent] = useState(day);
  // What is half typed takes the filter away; that must not empty the boxes.
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

/** Days in Nepal: from the first moment of one to the last of the other. */
function RangeFilter({ entity, name, field, values, set }: FilterProps) {
  const translate = useTranslate();
  const labels = useLabels(entity);
  const isTime = field.kind === 'datetime';
  const ends = [
    { key: `${name}__gte`, text: 'crud.list.from', time: 'T00:00:00.000+05:45' },
    { key: `${name}__lte`, text: 'crud.list.until', time: 'T23:59:59.999+05:45' },
  ];
  const inBs = preferences.get().calendar !== 'ad';
  return ends.map(({ key, text, time }) => {
    const value = values[key];
    const day = !value ? '' : isTime ? toLocalInput(String(value)).slice(0, 10) : String(value);
    const label = translate(text, { field: labels.field(name) });
    const choose = (iso: string) => set({ [key]: iso && isTime ? iso + time : iso });
    if (inBs) return <BsFilter key={key} label={label} day={day} choose={choose} />;
    return (
      <TextField
        key={key}
        type="date"
        label={label}
        value={day}
        onChange={({ target }) => choose(target.value)}
      />
    );
  });
}
