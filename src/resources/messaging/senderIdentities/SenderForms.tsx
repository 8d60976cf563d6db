import { useInput, useNotify, useTranslate, ValidationError } from 'ra-core';
import { useRef } from 'react';
import { senderIdentity } from '#schema/senderIdentity.ts';
import { useLabels } from '../../../core/labels.ts';
import { DocumentInput } from '../../../crud/DocumentInput.tsx';
import { EntityCreate } from '../../../crud/EntityCreate.tsx';
import { EntityEdit } from '../../../crud/EntityEdit.tsx';
import { inputFor } from '../../../crud/inputs.tsx';

const { name, purpose } = senderIdentity.fields;
const NameInput = inputFor(name.kind);
const PurposeInput = inputFor(purpose.kind);

/** Keeps a form from being sent while its document is still being uploaded. */
function useUpload() {
  const notify = useNotify();
  const isUploading = useRef(false);
  return {
    onBusy: (isBusy: boolean) => {
      isUploading.current = isBusy;
    },
    confirm: async () => {
      if (isUploading.current) notify('profile.sender.uploading', { type: 'warning' });
      return !isUploading.current;
    },
  };
}

/** Asks for a sender name: the name, what it is for, and a document that shows whose it is. */
export function SenderCreate() {
  const translate = useTranslate();
  const { onBusy, confirm } = useUpload();
  return (
    <EntityCreate
      entity={senderIdentity}
      title={translate('profile.sender.ask')}
      submit={translate('profile.sender.send')}
      created="profile.sender.sent"
      confirm={confirm}
    >
      <NameInput entity={senderIdentity} name="name" field={name} autoFocus />
      <PurposeInput entity={senderIdentity} name="purpose" field={purpose} />
      <Document onBusy={onBusy} />
    </EntityCreate>
  );
}

/** Changes what a request says of its name, until it is decided. */
export function SenderEdit() {
  const translate = useTranslate();
  const { onBusy, confirm } = useUpload();
  return (
    <EntityEdit
      entity={senderIdentity}
      locked={({ status }) => status !== 'pending' && translate('profile.sender.decided')}
      confirm={confirm}
    >
      <PurposeInput entity={senderIdentity} name="purpose" field={purpose} />
      <Document onBusy={onBusy} />
    </EntityEdit>
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
      showStored
      onBusy={onBusy}
    />
  );
}
