import Alert from '@mui/material/Alert';
import { useRecordContext, useTranslate } from 'ra-core';
import type { Entity } from '#schema/entity.ts';
import { needsReference, packagePurchase, paymentReference } from '#schema/paymentReference.ts';
import { DocumentField, useUploadGuard } from '../../../crud/DocumentField.tsx';
import { EntityEdit } from '../../../crud/EntityEdit.tsx';
import { inputFor } from '../../../crud/inputs.tsx';
import { asPayment, mayChange, usePaymentTitle } from './paymentTitle.ts';

const { reference } = paymentReference.fields;
const ReferenceInput = inputFor(reference.kind);

/** Changes the number and the receipt of a payment that nobody has decided yet. */
function PaymentEdit({ entity }: { entity: Entity }) {
  const translate = useTranslate();
  const title = usePaymentTitle();
  const { onBusy, confirm } = useUploadGuard();
  return (
    <EntityEdit
      entity={entity}
      title={title}
      locked={(record) => !mayChange(record) && translate('payments.locked')}
      confirm={confirm}
    >
      <Needed />
      <ReferenceInput entity={entity} name="reference" field={reference} />
      <DocumentField entity={entity} name="receipt" onBusy={onBusy} />
    </EntityEdit>
  );
}

/** Says that a transfer and a cheque are found by their number alone. */
function Needed() {
  const translate = useTranslate();
  const record = useRecordContext();
  if (!record || !needsReference(asPayment({ ...record, id: record.id }).method)) return null;
  return (
    <Alert severity="info" variant="outlined">
      {translate('payments.numberNeeded')}
    </Alert>
  );
}

export const TopupEdit = () => <PaymentEdit entity={paymentReference} />;
export const PurchaseEdit = () => <PaymentEdit entity={packagePurchase} />;
