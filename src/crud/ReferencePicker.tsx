import Autocomplete, { createFilterOptions } from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useCreate, useGetList, useGetMany, useNotify, useTranslate } from 'ra-core';
import { type ReactNode, useMemo, useState } from 'react';
import { type Outline, sentNames } from '#schema/outline.ts';
import { entityOf } from '../core/entities.ts';
import { recordTitle } from '../core/labels.ts';
import { recordHint } from '../core/recordHint.ts';
import { useSettled } from '../core/useSettled.ts';
import { canWrite } from './access.ts';
import { failureText } from './failureText.ts';

interface Option {
  id: string;
  title: string;
  /** Set where another option has the same title. */
  hint?: string;
  /** Set on the option that creates a record of this name. */
  isNew?: boolean;
}

export interface ReferencePickerProps {
  /** Name of the entity to choose from. */
  of: string;
  value: readonly string[];
  onChange(ids: string[], titles: string[]): void;
  label: string;
  /** Only records with these values are offered, as in a list request. */
  filter?: Readonly<Record<string, unknown>>;
  /** At most one; `value` and the result are then lists of none or one. */
  single?: boolean;
  /** Offers to create a record with the typed name, if a name is enough and the user may. */
  creatable?: boolean;
  help?: ReactNode;
  error?: boolean;
  required?: boolean;
  disabled?: boolean;
  id?: string;
  inputRef?: React.Ref<HTMLInputElement>;
  onBlur?(): void;
}

const PAGE = 50;
const narrow = createFilterOptions<Option>({ trim: true });

const needsOnlyTitle = (entity: Outline): boolean =>
  sentNames(entity, 'create').every((name) => name === entity.title);

/** Chooses records of an entity by typing part of their name; the server searches. */
export function ReferencePicker(props: ReferencePickerProps) {
  const { of, value, onChange, label, single = false, creatable = false, help, error, required } = props;
  const translate = useTranslate();
  const notify = useNotify();
  const entity = entityOf(of);
  const [typed, setTyped] = useState('');
  const [query, setQuery] = useState('');
  const search = useSettled(query.trim());
  const [create] = useCreate();
  const list = useGetList(
    of,
    {
      pagination: { page: 1, perPage: PAGE },
      sort: { field: 'id', order: 'ASC' },
      filter: search ? { ...props.filter, q: search } : { ...props.filter },
    },
    { enabled: !props.disabled },
  );
  const chosen = useGetMany(of, { ids: [...value] }, { enabled: value.length > 0 });
  const canCreate = creatable && canWrite(entity, 'create') && needsOnlyTitle(entity);

  const asOption = (record: Record<string, unknown>): Option => ({
    id: String(record.id),
    title: recordTitle(entity, record),
  });
  const known = new Map(
    [...(list.data ?? []), ...(chosen.data ?? [])].filter(Boolean).map((r) => [String(r.id), asOption(r)]),
  );
  const current = value.map((id) => known.get(id) ?? { id, title: '…' });
  // A list that is new at every render would make the input forget what is being typed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal texts are equal lists
  const selected = useMemo(() => current, [JSON.stringify(current)]);
  const titles = (list.data ?? []).map((record) => recordTitle(entity, record));
  const options = (list.data ?? []).map((record, index): Option => {
    const title = titles[index] as string;
    const isUnique = titles.indexOf(title) === titles.lastIndexOf(title);
    return { ...asOption(record), hint: isUnique ? undefined : recordHint(entity, record, title) };
  });
  // The server also searches what a title does not show, such as a PAN.
  const isAnswer = query.trim() === search && !list.meta?.unapplied?.search;

  const choose = async (picked: Option[]) => {
    const fresh = picked.find((option) => option.isNew);
    const old = picked.filter((option) => !option.isNew);
    const tell = (options: readonly Option[]) =>
      onChange(
        options.map((option) => option.id),
        options.map((option) => option.title),
      );
    if (!fresh) return tell(old);
    try {
      const record = await create(of, { data: { [entity.title]: fresh.title } }, { returnPromise: true });
      setTyped('');
      tell([...old, { id: String(record.id), title: fresh.title }]);
    } catch (failure) {
      notify(failureText(failure), { type: 'error' });
    }
  };

  const shared = {
    id: props.id,
    options,
    disabled: props.disabled,
    autoHighlight: true,
    // Enter selects an option and must not submit the form.
    onKeyDown: (event: React.KeyboardEvent) => {
      if (event.key === 'Enter') event.preventDefault();
    },
    loading: list.isPending,
    inputValue: typed,
    onInputChange: (_: unknown, text: string, reason: string) => {
      setTyped(text);
      setQuery(reason === 'input' ? text : '');
    },
    getOptionLabel: (option: Option) => option.title,
    getOptionKey: (option: Option) => option.id,
    isOptionEqualToValue: (a: Option, b: Option) => a.id === b.id,
    filterOptions: (all: Option[], state: Parameters<typeof narrow>[1]) => {
      const fitting = isAnswer ? all : narrow(all, state);
      const name = state.inputValue.trim();
      const exists = all.some((option) => option.title.toLowerCase() === name.toLowerCase());
      return canCreate && name && !exists ? [...fitting, { id: 'new', title: name, isNew: true }] : fitting;
    },
    renderOption: (
      { key, ...attributes }: React.HTMLAttributes<HTMLLIElement> & { key: React.Key },
      option: Option,
    ) => (
      <li key={key} {...attributes}>
        {option.isNew ? translate('crud.form.createOption', { name: option.title }) : option.title}
        {option.hint && <small className="crud-option-hint">{option.hint}</small>}
      </li>
    ),
    openText: translate('crud.form.openOptions'),
    closeText: translate('crud.form.closeOptions'),
    clearText: translate('crud.form.clearOptions'),
    noOptionsText: list.error
      ? translate(failureText(list.error), { _: failureText(list.error) })
      : translate('crud.form.noOptions'),
    loadingText: translate('crud.list.loading'),
    renderInput: (params: object) => (
      <TextField
        {...params}
        label={label}
        helperText={help}
        error={error}
        required={required}
        inputRef={props.inputRef}
        onBlur={props.onBlur}
        placeholder={value.length === 0 ? translate('crud.form.pick') : undefined}
      />
    ),
  };

  return single ? (
    <Autocomplete
      {...shared}
      value={selected[0] ?? null}
      onChange={(_, option) => choose(option ? [option] : [])}
    />
  ) : (
    <Autocomplete
      {...shared}
      multiple
      filterSelectedOptions
      // Even an undefined class name would replace the library's own, which keeps the chips apart.
      slotProps={chosen.isPending ? { chip: { className: 'MuiAutocomplete-tag crud-late-chip' } } : {}}
      value={selected}
      onChange={(_, picked) => choose(picked)}
    />
  );
}
