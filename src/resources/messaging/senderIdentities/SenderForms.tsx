import { useTranslate } from 'ra-core';
import { senderIdentity } from '#schema/senderIdentity.ts';
import { DocumentField, useUploadGuard } from '../../../crud/DocumentField.tsx';
import { EntityCreate } from '../../../crud/EntityCreate.tsx';
import { EntityEdit } from '../../../crud/EntityEdit.tsx';
import { inputFor } from '../../../crud/inputs.tsx';

const { name, purpose } = senderIdentity.fields;
const NameInput = inputFor(name.kind);
const PurposeInput = inputFor(purpose.kind);

/** Requests a sender ID: the name, its purpose, and a document that shows whose it is. */
export function SenderCreate() {
  const translate = useTranslate();
  const { onBusy, confirm } = useUploadGuard();
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
      <DocumentField entity={senderIdentity} name="document" onBusy={onBusy} />
    </EntityCreate>
  );
}

/** Changes what a request says of its name, until it is decided. */
export function SenderEdit() {
  const translate = useTranslate();
  const { onBusy, confirm } = useUploadGuard();
  return (
    <EntityEdit
      entity={senderIdentity}
      locked={({ status }) => status !== 'pending' && translate('profile.sender.decided')}
      confirm={confirm}
    >
      <PurposeInput entity={senderIdentity} name="purpose" field={purpose} />
      <DocumentField entity={senderIdentity} name="document" onBusy={onBusy} />
    </EntityEdit>
  );
}
