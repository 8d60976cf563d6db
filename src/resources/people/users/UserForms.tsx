import Alert from '@mui/material/Alert';
import TextField from '@mui/material/TextField';
import { useInput, useRecordContext, useTranslate, ValidationError } from 'ra-core';
import { useFormContext, useWatch } from 'react-hook-form';
import { useSearchParams } from 'react-router-dom';
import { isStaff, type Role, roles } from '#schema/permissions.ts';
import { user } from '#schema/users.ts';
import { config } from '../../../core/config.ts';
import { useLabels } from '../../../core/labels.ts';
import { namesItsFeatures } from '../../../core/offers.ts';
import { EntityCreate } from '../../../crud/EntityCreate.tsx';
import { EntityEdit } from '../../../crud/EntityEdit.tsx';
import { inputFor } from '../../../crud/inputs.tsx';
import { ReferencePicker } from '../../../crud/ReferencePicker.tsx';
import { useUser } from '../../../layout/useUser.ts';
import { PairsInput } from './PairsInput.tsx';

const TextInput = inputFor('text');
const EmailInput = inputFor('email');
const PhoneInput = inputFor('phone');

function useRole(): Role {
  const role: unknown = useWatch({ name: 'role' });
  return typeof role === 'string' && role in roles ? (role as Role) : 'customer';
}

/** Each role has its own pairs, so a choice made for another role is dropped. */
function RoleInput({ offered, disabled }: { offered: readonly Role[]; disabled?: boolean }) {
  const translate = useTranslate();
  const labels = useLabels(user);
  const { setValue } = useFormContext();
  const { field, fieldState, id } = useInput({ source: 'role' });
  const error = fieldState.error?.message;
  const role = useRole();
  return (
    <TextField
      {...field}
      id={id}
      select
      value={role}
      onChange={(event) => {
        field.onChange(event.target.value);
        setValue('ui_permissions', null, { shouldDirty: true });
      }}
      inputRef={field.ref}
      ref={undefined}
      label={labels.field('role')}
      helperText={
        error ? (
          <ValidationError error={error} />
        ) : disabled ? (
          translate('users.self')
        ) : (
          translate(`users.roleHelp.${role}`)
        )
      }
      error={Boolean(error)}
      disabled={disabled}
      slotProps={{ select: { native: true } }}
      sx={{ maxWidth: 480 }}
    >
      {offered.map((one) => (
        <option key={one} value={one}>
          {labels.choice('role', one)}
        </option>
      ))}
    </TextField>
  );
}

/** The account of a new customer; staff join the provider's. */
function AccountInput() {
  const labels = useLabels(user);
  const { field, fieldState, id } = useInput({ source: 'account' });
  const error = fieldState.error?.message;
  if (isStaff(useRole())) return null;
  return (
    <ReferencePicker
      single
      id={id}
      of={user.fields.account.of ?? ''}
      label={labels.field('account')}
      value={field.value ? [String(field.value)] : []}
      onChange={([account]) => field.onChange(account ?? null)}
      onBlur={() => field.onBlur()}
      inputRef={field.ref}
      help={error ? <ValidationError error={error} /> : labels.help('account')}
      error={Boolean(error)}
    />
  );
}

function OwnData({ autoFocus }: { autoFocus?: boolean }) {
  const { name, email, phone } = user.fields;
  return (
    <>
      <TextInput entity={user} name="name" field={name} autoFocus={autoFocus} />
      <EmailInput entity={user} name="email" field={email} />
      <PhoneInput entity={user} name="phone" field={phone} />
    </>
  );
}

const Pairs = ({ disabled }: { disabled?: boolean }) => <PairsInput role={useRole()} disabled={disabled} />;

export function UserCreate() {
  const translate = useTranslate();
  // An account's page leads here for its first user.
  const account = useSearchParams()[0].get('account');
  return (
    <EntityCreate
      entity={user}
      title={translate('users.invite')}
      submit={translate(config().mail ? 'users.sendInvitation' : 'users.invite')}
      defaults={{ role: 'customer', is_active: true, ui_permissions: null, account }}
    >
      {!config().mail && (
        <Alert severity="info" variant="outlined">
          {translate('users.noMail')}
        </Alert>
      )}
      <OwnData autoFocus />
      <RoleInput offered={Object.keys(roles) as Role[]} />
      <AccountInput />
      <Pairs />
    </EntityCreate>
  );
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/**
 * Only changed fields are sent to our server, so that concurrent changes by others are kept. Other servers take a
 * PUT for the whole record.
 */
const changed = (data: Record<string, unknown>, { previousData }: { previousData?: object } = {}) => {
  if (!namesItsFeatures()) return data;
  const before = (previousData ?? {}) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(data).filter(([name, value]) => !same(value, before[name])));
};

function EditInputs() {
  const record = useRecordContext<{ id: string; role: Role }>();
  const isSelf = useUser()?.uuid === record?.id;
  const kind = isStaff(record?.role ?? 'customer');
  const offered = (Object.keys(roles) as Role[]).filter((role) => isStaff(role) === kind);
  return (
    <>
      <OwnData />
      <RoleInput offered={offered} disabled={isSelf} />
      <Pairs disabled={isSelf} />
    </>
  );
}

export const UserEdit = () => (
  <EntityEdit entity={user} transform={changed}>
    <EditInputs />
  </EntityEdit>
);
