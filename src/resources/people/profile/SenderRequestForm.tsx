import {
  SaveContextProvider,
  useDataProvider,
  useInput,
  useNotify,
  useTranslate,
  ValidationError,
} from 'ra-core';
import { useCallback, useRef } from 'react';
import { type SenderIdentity, senderIdentity } from '#schema/senderIdentity.ts';
import { HttpError } from '../../../core/http.ts';
import { useLabels } from '../../../core/labels.ts';
import { DocumentInput } from '../../../crud/DocumentInput.tsx';
import { EntityForm } from '../../../crud/EntityForm.tsx';
import { inputFor } from '../../../crud/inputs.tsx';
import { useFormSave } from '../../../crud/useFormSave.ts';
import type { OnDirty } from './EditCard.tsx';

export const SENDER_DRAFT = `${senderIdentity.name}/create`;
const { name, purpose } = senderIdentity.fields;
const NameInput = inputFor(name.kind);
const PurposeInput = inputFor(purpose.kind);

interface Props {
  onDirty: OnDirty;
  onClose(): void;
  onAsked(): void;
}

/** Asks for a sender name: the name, what it is for, and a document that shows whose it is. */
export function SenderRequestForm({ onDirty, onClose, onAsked }: Props) {
  const translate = useTranslate();
  const notify = useNotify();
  const dataProvider = useDataProvider();
  const isUploading = useRef(false);

  const { save, saving } = useFormSave(
    async (values) => {
      if (isUploading.current) {
        const wait = translate('profile.sender.uploading');
        throw new HttpError(wait, 400, { errors: { document: [wait] } });
      }
      const { data } = await dataProvider.create<SenderIdentity & { id: string }>(senderIdentity.name, {
        data: values,
      });
      return data;
    },
    (made) => {
      notify('profile.sender.sent', { type: 'success', messageArgs: { name: made.name } });
      onAsked();
    },
  );
  const hear = useCallback((isDirty: boolean) => onDirty(SENDER_DRAFT, isDirty), [onDirty]);

  return (
    <SaveContextProvider value={{ save, saving, mutationMode: 'pessimistic' }}>
      <EntityForm
        entity={senderIdentity}
        mode="create"
        draftKey={SENDER_DRAFT}
        onCancel={onClose}
        onDirty={hear}
        submit={translate('profile.sender.send')}
      >
        <NameInput entity={senderIdentity} name="name" field={name} autoFocus />
        <PurposeInput entity={senderIdentity} name="purpose" field={purpose} />
        <Document
          onBusy={(isBusy) => {
            isUploading.current = isBusy;
          }}
        />
      </EntityForm>
    </SaveContextProvider>
  );
}

function Document({ onBusy }: { onBusy(isBusy: boolean): void }) {
  const translate = useTranslate();
  const labels = useLabels(senderIdentity);
  const { field, fieldState } = useInput({ source: 'document', parse: (uuid: string | null) => uuid });
  const error = fieldState.error?.message;
  return (
    <DocumentInput
      value={typeof field.value === 'string' && field.value !== '' ? field.value : null}
      onChange={field.onChange}
      inputRef={field.ref}
      label={`${labels.field('document')} ${translate('crud.form.optional')}`}
      help={labels.help('document')}
      error={error && <ValidationError error={error} />}
      onBusy={onBusy}
    />
  );
}
