import Alert from '@mui/material/Alert';
import { useRecordContext, useTranslate } from 'ra-core';
import { useWatch } from 'react-hook-form';
import { account } from '#schema/account.ts';
import { EntityCreate } from '../../../crud/EntityCreate.tsx';
import { EntityEdit } from '../../../crud/EntityEdit.tsx';
import { inputFor } from '../../../crud/inputs.tsx';
import { TagsInput } from './TagsInput.tsx';
import './accounts.css';

type Name = keyof typeof account.update.shape;

/** Who the customer is: all that a new account needs. */
const identity = ['name', 'type', 'pan', 'address'] as const satisfies readonly Name[];
const credit = ['billing', 'credit_limit'] as const satisfies readonly Name[];
const limits = ['daily_cap', 'rate_cap', 'low_balance_below'] as const satisfies readonly Name[];
const retention = ['message_months'] as const satisfies readonly Name[];
const forStaff = ['tags', 'notes'] as const satisfies readonly Name[];

function Inputs({ names }: { names: readonly Name[] }) {
  return names.map((name) => {
    // How it is paid has a value always, though a request may leave it out.
    const field = credit.some((one) => one === name)
      ? { ...account.fields[name], input: undefined }
      : account.fields[name];
    const Input = name === 'tags' ? TagsInput : inputFor(field.kind);
    return <Input key={name} entity={account} name={name} field={field} />;
  });
}

function EditInputs() {
  const translate = useTranslate();
  const record = useRecordContext();
  const billing: unknown = useWatch({ name: 'billing' });
  // Another server may not have them.
  const has = (names: readonly Name[]) => names.filter((name) => record?.[name] !== undefined);
  const groups = (
    [
      ['credit', record?.is_provider ? [] : has(billing === 'prepaid' ? ['billing'] : credit)],
      ['limits', record?.is_provider ? [] : has(limits)],
      ['retention', record?.is_provider ? [] : has(retention)],
      ['forStaff', has(forStaff)],
    ] as const
  ).filter(([, names]) => names.length > 0);
  return (
    <>
      {record?.kyc_status === 'approved' && (
        <Alert severity="warning" variant="outlined">
          {translate('accounts.proved')}
        </Alert>
      )}
      <Inputs names={identity} />
      {groups.map(([group, names]) => (
        <section key={group} className="account-inputs" aria-labelledby={`account-${group}`}>
          <h2 id={`account-${group}`}>{translate(`accounts.group.${group}`)}</h2>
          <p>{translate(`accounts.group.${group}Text`)}</p>
          <Inputs names={names} />
        </section>
      ))}
    </>
  );
}

export const AccountCreate = () => (
  <EntityCreate entity={account} defaults={{ type: 'company' }} fields={identity} />
);
export const AccountEdit = () => (
  // A limit that was typed before prepaid was chosen is no longer shown.
  <EntityEdit
    entity={account}
    transform={(values) => (values.billing === 'prepaid' ? { ...values, credit_limit: null } : values)}
  >
    <EditInputs />
  </EntityEdit>
);
