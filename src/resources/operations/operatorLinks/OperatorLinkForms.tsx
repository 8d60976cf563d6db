import Alert from '@mui/material/Alert';
import TextField from '@mui/material/TextField';
import { useInput, useRecordContext, useTranslate, ValidationError } from 'ra-core';
import { useWatch } from 'react-hook-form';
import { type OperatorLink, operatorLink } from '#schema/operatorLink.ts';
import { operators } from '#schema/phone.ts';
import { useLabels } from '../../../core/labels.ts';
import { useOperatorNames } from '../../../core/operatorNames.ts';
import { ChecksInput } from '../../../crud/ChecksInput.tsx';
import { EntityCreate } from '../../../crud/EntityCreate.tsx';
import { EntityEdit } from '../../../crud/EntityEdit.tsx';
import { inputFor } from '../../../crud/inputs.tsx';
import { useSummary } from '../../../layout/useSummary.ts';

const starts = {
  host: '',
  port: 2775,
  tls: false,
  system_id: '',
  system_type: '',
  tls_ca: '',
  tls_name: '',
  bind_mode: 'transceiver',
  long_messages: 'udh',
  message_ids: 'same',
  window: 100,
  rate: 0,
  operators: [],
  priority: 10,
};

export const OperatorLinkCreate = () => (
  <EntityCreate entity={operatorLink} defaults={starts}>
    <FirstLink />
    <Field name="name" autoFocus />
    <Settings isNew />
  </EntityCreate>
);

export const OperatorLinkEdit = () => (
  <EntityEdit entity={operatorLink}>
    <Settings />
  </EntityEdit>
);

function Settings({ isNew = false }: { isNew?: boolean }) {
  const translate = useTranslate();
  const record = useRecordContext() as OperatorLink | undefined;
  const isFixed = !isNew && record?.managed_by === 'environment';
  return (
    <>
      {isFixed && (
        <Alert severity="info" variant="outlined">
          {translate('links.environment_note')}
        </Alert>
      )}
      <Field name="host" disabled={isFixed} />
      <Field name="port" disabled={isFixed} />
      <Field name="tls" disabled={isFixed} />
      <Certificate disabled={isFixed} />
      <Field name="system_id" disabled={isFixed} />
      {!isFixed && <Password isNew={isNew} />}
      <Field name="system_type" disabled={isFixed} />
      <Field name="bind_mode" disabled={isFixed} />
      <Field name="long_messages" disabled={isFixed} />
      <Field name="message_ids" disabled={isFixed} />
      <Field name="window" />
      <Field name="rate" />
      <Served />
      <Field name="priority" />
    </>
  );
}

/** Shown before the first link to an operator is saved: from then on campaigns are real. */
function FirstLink() {
  const translate = useTranslate();
  const { data } = useSummary();
  if (!data || data.links.length === 0 || data.links.some(({ is_simulator }) => !is_simulator)) return null;
  return (
    <Alert severity="warning" variant="outlined">
      {translate('links.first_note')}
    </Alert>
  );
}

type Name = keyof typeof operatorLink.fields;

function Field({ name, ...props }: { name: Name; disabled?: boolean; autoFocus?: boolean }) {
  // The choice is optional in the API; the form always sends it.
  const { input: _, ...field } = operatorLink.fields[name];
  const Input = inputFor(field.kind);
  return <Input entity={operatorLink} name={name} field={field} {...props} />;
}

/** How the operator is verified on an encrypted link. */
function Certificate({ disabled }: { disabled: boolean }) {
  const isEncrypted = useWatch({ name: 'tls' });
  if (!isEncrypted) return null;
  return (
    <>
      <Field name="tls_ca" disabled={disabled} />
      <Field name="tls_name" disabled={disabled} />
    </>
  );
}

/** Never filled from the record, which has none: what is typed here replaces the stored one. */
function Password({ isNew }: { isNew: boolean }) {
  const translate = useTranslate();
  const labels = useLabels(operatorLink);
  const { field, fieldState, id } = useInput({ source: 'password' });
  const error = fieldState.error?.message;
  const help = isNew ? undefined : translate('links.keep_password');
  return (
    <TextField
      id={id}
      name={field.name}
      value={field.value ?? ''}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      type="password"
      label={labels.field('password')}
      helperText={error ? <ValidationError error={error} /> : help}
      error={Boolean(error)}
      slotProps={{ htmlInput: { autoComplete: 'new-password' } }}
      fullWidth
    />
  );
}

function Served() {
  const labels = useLabels(operatorLink);
  const { name } = useOperatorNames();
  return (
    <ChecksInput
      source="operators"
      label={labels.field('operators')}
      help={labels.help('operators')}
      groups={[{ checks: operators.map((value) => ({ value, label: name(value) })) }]}
    />
  );
}
