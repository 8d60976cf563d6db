import { useInput, useRecordContext, useTranslate, ValidationError } from 'ra-core';
import { useFormContext, useWatch } from 'react-hook-form';
import { useSearchParams } from 'react-router-dom';
import { isStaff, type Role, roles } from '#schema/permissions.ts';
import { user } from '#schema/users.ts';
import { canAccess } from '../../../core/access.ts';
import { useLabels } from '../../../core/labels.ts';
import { namesItsFeatures } from '../../../core/offers.ts';
import { changed } from '../../../crud/changed.ts';
import { EntityEdit } from '../../../crud/EntityEdit.tsx';
import { inputFor } from '../../../crud/inputs.tsx';
import { ReferencePicker } from '../../../crud/ReferencePicker.tsx';
import { useUser } from '../../../layout/useUser.ts';
import { InvitationForm } from './InvitationForm.tsx';
import { PairsInput } from './PairsInput.tsx';
import { RoleInput } from './RoleInput.tsx';

const TextInput = inputFor('text');
const EmailInput = inputFor('email');
const PhoneInput = inputFor('phone');

function useRole(): Role {
  const role: unknown = useWatch({ name: 'role' });
  return typeof role === 'string' && role in roles ? (role as Role) : 'customer';
}

/** Each role has its own pairs, so a choice made for another role is dropped. */
function UserRoleInput({ offered, disabled }: { offered: readonly Role[]; disabled?: boolean }) {
  const translate = useTranslate();
  const { setValue } = useFormContext();
  return (
    <RoleInput
      entity={user}
      offered={offered}
      fallback="customer"
      help={(role) => translate(disabled ? 'users.self' : `users.roleHelp.${role}`)}
      onChosen={() => setValue('ui_permissions', null, { shouldDirty: true })}
      disabled={disabled}
    />
  );
}

/** The account of a new customer; staff join the provider's. */
function AccountInput() {
  const translate = useTranslate();
  const labels = useLabels(user);
  const { field, fieldState, id } = useInput({ source: 'account' });
  const error = fieldState.error?.message;
  if (isStaff(useRole())) return null;
  const of = user.fields.account.of ?? '';
  const isHidden = !canAccess(of);
  return (
    <ReferencePicker
      single
      id={id}
      of={of}
      label={labels.field('account')}
      value={field.value ? [String(field.value)] : []}
      onChange={([account]) => field.onChange(account ?? null)}
      onBlur={() => field.onBlur()}
      inputRef={field.ref}
      help={
        isHidden ? (
          translate('users.noAccounts')
        ) : error ? (
          <ValidationError error={error} />
        ) : (
          labels.help('account')
        )
      }
      disabled={isHidden}
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
  const [search] = useSearchParams();
  // An account's page leads here for its first user, and what needs a second person for another administrator.
  const account = search.get('account');
  const role = search.get('role');
  return (
    <InvitationForm
      entity={user}
      title={translate('users.invite')}
      defaults={{
        role: role && Object.hasOwn(roles, role) ? role : 'customer',
        ui_permissions: null,
        account,
      }}
    >
      <OwnData autoFocus />
      <UserRoleInput offered={Object.keys(roles) as Role[]} />
      <AccountInput />
      <Pairs />
    </InvitationForm>
  );
}

/**
 * Only changed fields are sent to our server, so that concurrent changes by others are kept. Other servers take a
 * PUT for the whole record.
 */
const onlyChanged = (data: Record<string, unknown>, { previousData }: { previousData?: object } = {}) =>
  namesItsFeatures() ? changed(data, { ...previousData }) : data;

function EditInputs() {
  const record = useRecordContext<{ id: string; role: Role }>();
  const isSelf = useUser()?.uuid === record?.id;
  const kind = isStaff(record?.role ?? 'customer');
  const offered = (Object.keys(roles) as Role[]).filter((role) => isStaff(role) === kind);
  return (
    <>
      <OwnData />
      <UserRoleInput offered={offered} disabled={isSelf} />
      <Pairs disabled={isSelf} />
    </>
  );
}

export const UserEdit = () => (
  <EntityEdit entity={user} transform={onlyChanged}>
    <EditInputs />
  </EntityEdit>
);
