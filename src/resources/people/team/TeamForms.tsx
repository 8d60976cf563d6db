import Alert from '@mui/material/Alert';
import TextField from '@mui/material/TextField';
import { useRecordContext, useTranslate, ValidationError } from 'ra-core';
import { colleague } from '#schema/team.ts';
import { config } from '../../../core/config.ts';
import { EntityCreate } from '../../../crud/EntityCreate.tsx';
import { EntityEdit } from '../../../crud/EntityEdit.tsx';
import { inputFor } from '../../../crud/inputs.tsx';
import { useField } from '../../../crud/useField.tsx';

const { name, email, role, daily_cap, is_active } = colleague.fields;
const TextInput = inputFor('text');
const EmailInput = inputFor('email');
const NumberInput = inputFor('integer');
const ActiveInput = inputFor('boolean');

/** The roles, each with what it may do; `custom` only for somebody who has it. */
function RoleInput() {
  const translate = useTranslate();
  const { field, label, invalid, id, labels, fieldState } = useField({
    ...{ entity: colleague, name: 'role', field: role },
  });
  const former: unknown = useRecordContext()?.role;
  const offered = (role.choices ?? []).filter((one) => one !== 'custom' || former === 'custom');
  const chosen = String(field.value ?? '');
  const error = fieldState.error?.message;
  return (
    <TextField
      {...field}
      id={id}
      select
      value={chosen}
      inputRef={field.ref}
      ref={undefined}
      label={label}
      helperText={error ? <ValidationError error={error} /> : chosen && translate(`team.roleHelp.${chosen}`)}
      error={invalid}
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

export function ColleagueCreate() {
  const translate = useTranslate();
  return (
    <EntityCreate
      entity={colleague}
      title={translate('team.invite')}
      submit={translate(config().mail ? 'users.sendInvitation' : 'team.invite')}
      defaults={{ role: 'sender', is_active: true }}
    >
      {!config().mail && (
        <Alert severity="info" variant="outlined">
          {translate('users.noMail')}
        </Alert>
      )}
      <TextInput entity={colleague} name="name" field={name} autoFocus />
      <EmailInput entity={colleague} name="email" field={email} />
      <RoleInput />
      <NumberInput entity={colleague} name="daily_cap" field={daily_cap} />
    </EntityCreate>
  );
}

export const ColleagueEdit = () => (
  <EntityEdit entity={colleague}>
    <TextInput entity={colleague} name="name" field={name} />
    <RoleInput />
    <NumberInput entity={colleague} name="daily_cap" field={daily_cap} />
    <ActiveInput entity={colleague} name="is_active" field={is_active} />
  </EntityEdit>
);
