import Alert from '@mui/material/Alert';
import { useRecordContext, useTranslate } from 'ra-core';
import { account } from '#schema/account.ts';
import { EntityCreate } from '../../../crud/EntityCreate.tsx';
import { EntityEdit } from '../../../crud/EntityEdit.tsx';
import { inputFor } from '../../../crud/inputs.tsx';

const names = Object.keys(account.update.shape);

function Inputs() {
  const translate = useTranslate();
  const record = useRecordContext();
  return (
    <>
      {record?.kyc_status === 'approved' && (
        <Alert severity="warning" variant="outlined">
          {translate('accounts.proved')}
        </Alert>
      )}
      {names.map((name) => {
        const field = account.fields[name as keyof typeof account.fields];
        const Input = inputFor(field.kind);
        return <Input key={name} entity={account} name={name} field={field} />;
      })}
    </>
  );
}

export const AccountCreate = () => <EntityCreate entity={account} defaults={{ type: 'company' }} />;
export const AccountEdit = () => (
  <EntityEdit entity={account}>
    <Inputs />
  </EntityEdit>
);
