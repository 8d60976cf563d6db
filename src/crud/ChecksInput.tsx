import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import { useInput, ValidationError } from 'ra-core';
import type { ReactNode } from 'react';
import './crud.css';

/** One choice. */
export interface Check {
  value: string;
  label: string;
}

interface Props {
  source: string;
  label: string;
  help?: ReactNode;
  /** Choices, under a heading if there is one. */
  groups: readonly { heading?: string; checks: readonly Check[] }[];
  /** Converts a choice to the stored value and back; the choice itself by default. */
  read?(kept: unknown): string;
  write?(value: string): unknown;
}

const asIs = (value: unknown) => value;

/** A field with a list of values, chosen by checkboxes. */
export function ChecksInput({ source, label, help, groups, read = String, write = asIs }: Props) {
  const { field, fieldState, id } = useInput({ source, format: asIs, parse: asIs });
  const error = fieldState.error?.message;
  const chosen = new Set(Array.isArray(field.value) ? field.value.map(read) : []);
  const all = groups.flatMap(({ checks }) => checks.map(({ value }) => value));
  const toggle = (value: string) => {
    const next = all.filter((one) => (one === value ? !chosen.has(one) : chosen.has(one)));
    field.onChange(next.map(write));
  };
  return (
    <FormControl
      component="fieldset"
      error={Boolean(error)}
      aria-describedby={`${id}-help`}
      onBlur={() => field.onBlur()}
    >
      <FormLabel component="legend">{label}</FormLabel>
      <FormHelperText id={`${id}-help`} sx={{ mx: 0, mt: 0 }}>
        {error ? <ValidationError error={error} /> : help}
      </FormHelperText>
      <div className="crud-checks">
        {groups.map(({ heading, checks }, group) => (
          <div
            key={heading ?? ''}
            className="crud-checks-group"
            {...(heading && { role: 'group', 'aria-label': heading })}
          >
            {heading && (
              <div className="crud-checks-heading" aria-hidden="true">
                {heading}
              </div>
            )}
            {checks.map(({ value, label: text }, index) => (
              <FormControlLabel
                key={value}
                label={text}
                control={
                  <Checkbox
                    size="small"
                    checked={chosen.has(value)}
                    onChange={() => toggle(value)}
                    slotProps={{
                      input: {
                        ref: group === 0 && index === 0 ? field.ref : undefined,
                        'aria-invalid': error ? true : undefined,
                      },
                    }}
                  />
                }
              />
            ))}
          </div>
        ))}
      </div>
    </FormControl>
  );
}
