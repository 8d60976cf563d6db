import Alert from '@mui/material/Alert';
import { useInput, useTranslate, ValidationError } from 'ra-core';
import { useCallback } from 'react';
import { entityOf } from '../../../core/entities.ts';
import { useLabels } from '../../../core/labels.ts';
import { DocumentInput } from '../../../crud/DocumentInput.tsx';
import type { Name } from './form.ts';

const kyc = entityOf('kyc');

const PICTURES = 'image/jpeg,image/png,.jpg,.jpeg,.png';

/** What a file must show: a page of a passport, a side of a citizenship certificate. */
export function useFileLabel(documentType: unknown): (name: string) => string {
  const translate = useTranslate();
  const labels = useLabels(kyc);
  return (name) =>
    name === 'document_front' && typeof documentType === 'string'
      ? translate(`kyc.front.${documentType}`)
      : labels.field(name);
}

interface Props {
  name: Name;
  documentType: unknown;
  onBusy(name: Name, isBusy: boolean): void;
  onContent(name: Name, content: File | null): void;
  /** The document that this one is a copy of. */
  sameAs: Name | undefined;
}

/** One of the documents: chosen, photographed or dropped, and uploaded immediately. */
export function FileInput({ name, documentType, onBusy, onContent, sameAs }: Props) {
  const translate = useTranslate();
  const labels = useLabels(kyc);
  const label = useFileLabel(documentType);
  const asIs = (value: unknown) => value;
  const { field, fieldState } = useInput({ source: name, format: asIs, parse: asIs });
  const error = fieldState.error?.message;
  const report = useCallback((isBusy: boolean) => onBusy(name, isBusy), [name, onBusy]);
  const take = useCallback((content: File | null) => onContent(name, content), [name, onContent]);
  const isPhoto = name === 'photo';
  return (
    <>
      <DocumentInput
        value={typeof field.value === 'string' && field.value !== '' ? field.value : null}
        onChange={(uuid) => field.onChange(uuid)}
        label={label(name)}
        help={labels.help(name)}
        error={error && <ValidationError error={error} />}
        accept={isPhoto ? PICTURES : undefined}
        camera={isPhoto ? 'user' : 'environment'}
        showStored
        onBusy={report}
        onContent={take}
        inputRef={field.ref}
      />
      <div role="status">
        {sameAs && (
          <Alert severity="warning" variant="outlined">
            {translate('kyc.sameFile', { name: label(name), other: label(sameAs) })}
          </Alert>
        )}
      </div>
    </>
  );
}
