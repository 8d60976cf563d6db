import TextField from '@mui/material/TextField';
import { useInput, useTranslate, ValidationError } from 'ra-core';
import { useState } from 'react';
import { entityOf } from '../../../core/entities.ts';
import { useLabels } from '../../../core/labels.ts';

const apiKey = entityOf('settings/api-keys');

const asIs = (value: unknown) => value;
const linesOf = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean);

/** Addresses and networks, one per line; the record stores a list. */
export function AddressesInput() {
  const translate = useTranslate();
  const labels = useLabels(apiKey);
  const { field, fieldState, id } = useInput({ source: 'addresses', format: asIs, parse: asIs });
  const [typed, setTyped] = useState<string>();
  const kept = Array.isArray(field.value) ? field.value.join('\n') : '';
  const error = fieldState.error?.message;
  return (
    <TextField
      id={id}
      name={field.name}
      inputRef={field.ref}
      label={`${labels.field('addresses')} ${translate('crud.form.optional')}`}
      helperText={error ? <ValidationError error={error} /> : labels.help('addresses')}
      error={Boolean(error)}
      value={typed ?? kept}
      onChange={(event) => {
        setTyped(event.target.value);
        field.onChange(linesOf(event.target.value));
      }}
      onBlur={() => {
        setTyped(undefined);
        field.onBlur();
      }}
      multiline
      minRows={2}
      fullWidth
      slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'off' } }}
    />
  );
}
