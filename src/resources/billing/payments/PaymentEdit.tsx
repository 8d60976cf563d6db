import { useRecordContext, useTranslate } from 'ra-core';
import type { Entity } from '#schema/entity.ts';
import { needsReference, packagePurchase, paymentReference } from '#schema/paymentReference.ts';
import { DocumentField, useUploadGuard } from '../../../crud/DocumentField.tsx';
import { EntityEdit } from '../../../crud/EntityEdit.tsx';
import { inputFor } from '../../../crud/inputs.tsx';
import { canChange, usePaymentTitle } from './paymentTitle.ts';

const { reference, note } = paymentReference.fields;
const ReferenceInput = inputFor(reference.kind);
const NoteInput = inputFor(note.kind);
const needed = { ...reference, input: reference.schema.unwrap() };

/** Changes the number and receipt of an undecided payment. */
export function PaymentEdit({ entity }: { entity: Entity }) {
  const translate = useTranslate();
  const title = usePaymentTitle();
  const { onBusy, confirm } = useUploadGuard();
  return (
    <EntityEdit
      entity={entity}
      title={title}
      locked={(record) => !canChange(record) && translate('payments.locked')}
      confirm={confirm}
    >
      <NumberInput entity={entity} />
      <DocumentField entity={entity} name="receipt" onBusy={onBusy} />
      <NoteInput entity={entity} name="note" field={note} />
    </EntityEdit>
  );
}

/** The number, required for transfers and cheques, which cannot be found otherwise. */
function NumberInput({ entity }: { entity: Entity }) {
  const record = useRecordContext();
  const isNeeded = record !== undefined && needsReference(String(record.method));
  return <ReferenceInput entity={entity} name="reference" field={isNeeded ? needed : reference} autoFocus />;
}

export const TopupEdit = () => <PaymentEdit entity={paymentReference} />;
export const PurchaseEdit = () => <PaymentEdit entity={packagePurchase} />;
