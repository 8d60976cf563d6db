import AddRounded from '@mui/icons-material/AddRounded';
import CloseRounded from '@mui/icons-material/CloseRounded';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useTranslate } from 'ra-core';
import { type ReactNode, type Ref, useId, useImperativeHandle, useRef, useState } from 'react';
import { focusWrong } from './focusField.ts';
import './crud.css';

interface Row {
  id: number;
  key: string;
  value: string;
}

type Pairs = readonly (readonly [key: string, value: string])[];

/** Values by name. As long as a name is missing or repeated they are a list of pairs, which no schema accepts. */
export type Attributes = Readonly<Record<string, string>> | Pairs;

export interface AttributesInputProps {
  label: string;
  value: Attributes;
  onChange(value: Attributes): void;
  help?: ReactNode;
  invalid?: boolean;
  disabled?: boolean;
  inputRef?: Ref<{ focus(): void }>;
}

/** What is wrong with each row's name, as a translation key. */
const problemsOf = (rows: readonly Row[]): string[] => {
  const keys = rows.map(({ key }) => key.trim());
  return rows.map(({ value }, at) =>
    keys[at] === ''
      ? value.trim() && 'crud.error.keyMissing'
      : keys.indexOf(keys[at] as string) < at
        ? 'crud.error.duplicateKey'
        : '',
  );
};

const toValue = (rows: readonly Row[]): Attributes => {
  const pairs = rows.filter(({ key, value }) => key.trim() || value.trim());
  const named = pairs.map(({ key, value }) => [key.trim(), value] as const);
  return problemsOf(rows).some(Boolean) ? named : Object.fromEntries(named);
};

const same = (a: Attributes, b: Attributes): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Edits free key-value columns, one per row. Empty rows are not saved. */
export function AttributesInput({
  label,
  value,
  onChange,
  help,
  invalid,
  disabled,
  inputRef,
}: AttributesInputProps) {
  const translate = useTranslate();
  const labelId = useId();
  const nextId = useRef(0);
  const toRows = (given: Attributes): Row[] =>
    (Array.isArray(given) ? (given as Pairs) : Object.entries(given)).map(([key, text]) => ({
      id: nextId.current++,
      key,
      value: text,
    }));
  const [rows, setRows] = useState(() => toRows(value));
  const group = useRef<HTMLFieldSetElement>(null);

  // After a reset, the form has other values than the ones typed here.
  const current = same(toValue(rows), value) ? rows : undefined;
  if (!current) setRows(toRows(value));

  const set = (next: Row[]) => {
    setRows(next);
    onChange(toValue(next));
  };
  useImperativeHandle(inputRef, () => ({ focus: () => focusWrong(group.current) }), []);
  // Whoever types the value first has not forgotten the name yet.
  const problems = problemsOf(rows).map((key) => (invalid || key === 'crud.error.duplicateKey' ? key : ''));
  const problem = problems.find(Boolean);

  const add = () => {
    setRows([...rows, { id: nextId.current++, key: '', value: '' }]);
    requestAnimationFrame(() => {
      const inputs = group.current?.querySelectorAll<HTMLInputElement>('input[data-key]');
      inputs?.[inputs.length - 1]?.focus();
    });
  };

  return (
    <fieldset className="crud-attributes-input" ref={group} disabled={disabled} aria-labelledby={labelId}>
      <legend id={labelId}>{label}</legend>
      {rows.map((row, at) => (
        <div key={row.id} className="crud-attribute">
          <OutlinedInput
            size="small"
            value={row.key}
            placeholder={translate('crud.form.key')}
            error={Boolean(problems[at])}
            inputProps={{
              'aria-label': translate('crud.form.key'),
              'aria-describedby': problems[at] ? `${labelId}-help` : undefined,
              'data-key': '',
              maxLength: 60,
            }}
            onChange={(event) =>
              set(rows.map((r) => (r.id === row.id ? { ...r, key: event.target.value } : r)))
            }
          />
          <OutlinedInput
            size="small"
            value={row.value}
            placeholder={translate('crud.form.value')}
            inputProps={{ 'aria-label': `${translate('crud.form.value')} ${row.key}`.trim(), maxLength: 500 }}
            onChange={(event) =>
              set(rows.map((r) => (r.id === row.id ? { ...r, value: event.target.value } : r)))
            }
          />
          <IconButton
            aria-label={translate('crud.form.removeRow', { name: row.key })}
            onClick={() => set(rows.filter((r) => r.id !== row.id))}
          >
            <CloseRounded fontSize="small" />
          </IconButton>
        </div>
      ))}
      <Button size="small" startIcon={<AddRounded />} onClick={add}>
        {translate('crud.form.addRow')}
      </Button>
      {(problem || help) && (
        <FormHelperText id={`${labelId}-help`} error={invalid || Boolean(problem)}>
          {problem ? translate(problem) : help}
        </FormHelperText>
      )}
    </fieldset>
  );
}
