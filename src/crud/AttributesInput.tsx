import AddRounded from '@mui/icons-material/AddRounded';
import CloseRounded from '@mui/icons-material/CloseRounded';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useTranslate } from 'ra-core';
import { type ReactNode, useId, useRef, useState } from 'react';
import './crud.css';

interface Row {
  id: number;
  key: string;
  value: string;
}

export interface AttributesInputProps {
  label: string;
  value: Readonly<Record<string, string>>;
  onChange(value: Record<string, string>): void;
  help?: ReactNode;
  invalid?: boolean;
  disabled?: boolean;
}

const toRecord = (rows: readonly Row[]): Record<string, string> =>
  Object.fromEntries(rows.filter((row) => row.key.trim()).map((row) => [row.key.trim(), row.value]));

const same = (a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

/** Edits free key-value columns, one per row. Rows without a name are not saved. */
export function AttributesInput({ label, value, onChange, help, invalid, disabled }: AttributesInputProps) {
  const translate = useTranslate();
  const labelId = useId();
  const nextId = useRef(0);
  const toRows = (record: Readonly<Record<string, string>>): Row[] =>
    Object.entries(record).map(([key, text]) => ({ id: nextId.current++, key, value: text }));
  const [rows, setRows] = useState(() => toRows(value));
  const group = useRef<HTMLFieldSetElement>(null);

  // After a reset, the form has other values than the ones typed here.
  const current = same(toRecord(rows), value) ? rows : undefined;
  if (!current) setRows(toRows(value));

  const set = (next: Row[]) => {
    setRows(next);
    onChange(toRecord(next));
  };
  const keys = rows.map((row) => row.key.trim()).filter(Boolean);
  const isRepeated = new Set(keys).size < keys.length;

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
      {rows.map((row) => (
        <div key={row.id} className="crud-attribute">
          <OutlinedInput
            size="small"
            value={row.key}
            placeholder={translate('crud.form.key')}
            inputProps={{ 'aria-label': translate('crud.form.key'), 'data-key': '', maxLength: 60 }}
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
      {isRepeated && <FormHelperText error>{translate('crud.error.duplicateKey')}</FormHelperText>}
      {help && <FormHelperText error={invalid}>{help}</FormHelperText>}
    </fieldset>
  );
}
