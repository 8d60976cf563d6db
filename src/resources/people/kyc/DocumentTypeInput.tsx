import Radio from '@mui/material/Radio';
import { useInput, useTranslate, ValidationError } from 'ra-core';
import { useId } from 'react';
import { type AccountType, documentTypesOf } from '#schema/kyc.ts';
import { entityOf } from '../../../core/entities.ts';
import { useLabels } from '../../../core/labels.ts';

const kyc = entityOf('kyc');

/** The document type, with what will be asked for. */
export function DocumentTypeInput({ type }: { type: AccountType }) {
  const translate = useTranslate();
  const labels = useLabels(kyc);
  const { field, fieldState } = useInput({ source: 'document_type' });
  const id = useId();
  const error = fieldState.error?.message;
  return (
    <fieldset
      className="kyc-choices"
      aria-describedby={error ? `${id}-error` : undefined}
      data-invalid={error ? true : undefined}
    >
      <legend>{labels.field('document_type')}</legend>
      {documentTypesOf(type).map((one) => (
        <label key={one} data-chosen={field.value === one || undefined} htmlFor={`${id}-${one}`}>
          <Radio
            id={`${id}-${one}`}
            name={field.name}
            value={one}
            checked={field.value === one}
            onChange={() => field.onChange(one)}
          />
          <span>
            <strong>{labels.choice('document_type', one)}</strong>
            <small>{translate(`kyc.documentNote.${one}`)}</small>
          </span>
        </label>
      ))}
      {error && (
        <p id={`${id}-error`}>
          <ValidationError error={error} />
        </p>
      )}
    </fieldset>
  );
}
