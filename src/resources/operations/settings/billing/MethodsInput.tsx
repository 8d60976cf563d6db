import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import { useInput, useTranslate, ValidationError } from 'ra-core';
import type { ReactNode } from 'react';
import { type ManualMethod, manualMethods } from '#schema/paymentReference.ts';
import { FixedNote } from '../SettingsForm.tsx';

const asIs = (value: unknown) => value;

interface Props {
  source: string;
  isFixed: boolean;
  /** What is asked for each method that is offered. */
  children: Partial<Record<ManualMethod, ReactNode>>;
}

/** The payment methods besides online services, each with its instructions once it is chosen. */
export function MethodsInput({ source, isFixed, children }: Props) {
  const translate = useTranslate();
  const { field, fieldState, id } = useInput({ source, format: asIs, parse: asIs });
  const chosen = (field.value ?? []) as ManualMethod[];
  const error = fieldState.error?.message;
  const toggle = (method: ManualMethod, isChosen: boolean) =>
    field.onChange(isChosen ? [...chosen, method] : chosen.filter((other) => other !== method));
  return (
    <fieldset className="billing-methods" aria-describedby={error ? `${id}-note` : undefined}>
      <legend className="crud-hidden">{translate('billingSettings.methods')}</legend>
      {manualMethods.map((method) => {
        const isChosen = chosen.includes(method);
        return (
          <div key={method}>
            <FormControlLabel
              label={translate(`payments.method.${method}`)}
              disabled={isFixed}
              control={<Checkbox checked={isChosen} onChange={(_, checked) => toggle(method, checked)} />}
            />
            {isChosen && children[method]}
          </div>
        );
      })}
      {isFixed && <FixedNote />}
      {error && (
        <FormHelperText id={`${id}-note`} error sx={{ mx: 0 }}>
          <ValidationError error={error} />
        </FormHelperText>
      )}
    </fieldset>
  );
}
