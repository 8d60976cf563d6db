import { useInput, useNotify, useTranslate, ValidationError } from 'ra-core';
import { useRef } from 'react';
import type { Outline } from '#schema/outline.ts';
import { useLabels } from '../core/labels.ts';
import { DocumentInput } from './DocumentInput.tsx';

/** Prevents a form from being sent while its document is still uploading; `confirm` is the form's own. */
export function useUploadGuard() {
  const notify = useNotify();
  const isUploading = useRef(false);
  return {
    onBusy: (isBusy: boolean): void => {
      isUploading.current = isBusy;
    },
    confirm: async (): Promise<boolean> => {
      if (isUploading.current) notify('document.wait', { type: 'warning' });
      return !isUploading.current;
    },
  };
}

/** A form field for an uploaded document. */
export function DocumentField({
  entity,
  name,
  onBusy,
}: {
  entity: Outline;
  name: string;
  onBusy(isBusy: boolean): void;
}) {
  const translate = useTranslate();
  const labels = useLabels(entity);
  const { field, fieldState } = useInput({ source: name, parse: (uuid: string | null) => uuid });
  const error = fieldState.error?.message;
  return (
    <DocumentInput
      value={typeof field.value === 'string' && field.value !== '' ? field.value : null}
      onChange={field.onChange}
      inputRef={field.ref}
      label={`${labels.field(name)} ${translate('crud.form.optional')}`}
      help={labels.help(name)}
      error={error && <ValidationError error={error} />}
      showStored
      onBusy={onBusy}
    />
  );
}
