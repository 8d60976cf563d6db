import { useRecordContext, useTranslate } from 'ra-core';
import { colleague } from '#schema/team.ts';
import { EntityEdit } from '../../../crud/EntityEdit.tsx';
import { inputFor } from '../../../crud/inputs.tsx';
import { InvitationForm } from '../users/InvitationForm.tsx';
import { RoleInput } from '../users/RoleInput.tsx';

const { name, email, role, daily_cap, is_active } = colleague.fields;
const TextInput = inputFor('text');
const EmailInput = inputFor('email');
const NumberInput = inputFor('integer');
const ActiveInput = inputFor('boolean');

/** The roles; `custom` only for somebody who has it. */
function TeamRoleInput() {
  const translate = useTranslate();
  const former: unknown = useRecordContext()?.role;
  const offered = (role.choices ?? []).filter((one) => one !== 'custom' || former === 'custom');
  return (
    <RoleInput entity={colleague} offered={offered} help={(chosen) => translate(`team.roleHelp.${chosen}`)} />
  );
}

export function ColleagueCreate() {
  const translate = useTranslate();
  return (
    <InvitationForm entity={colleague} title={translate('team.invite')} defaults={{ role: 'sender' }}>
      <TextInput entity={colleague} name="name" field={name} autoFocus />
      <EmailInput entity={colleague} name="email" field={email} />
      <TeamRoleInput />
      <NumberInput entity={colleague} name="daily_cap" field={daily_cap} />
    </InvitationForm>
  );
}

export const ColleagueEdit = () => (
  <EntityEdit entity={colleague}>
    <TextInput entity={colleague} name="name" field={name} />
    <TeamRoleInput />
    <NumberInput entity={colleague} name="daily_cap" field={daily_cap} />
    <ActiveInput entity={colleague} name="is_active" field={is_active} />
  </EntityEdit>
);
