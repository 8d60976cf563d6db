import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { SaveContextProvider, useInput, useTranslate, ValidationError } from 'ra-core';
import { useState } from 'react';
import { type MailSettings, mailServer } from '#schema/mailSettings.ts';
import { useLabels } from '../../../../core/labels.ts';
import { pick } from '../../../../core/putBody.ts';
import { ConfirmDialog } from '../../../../crud/ConfirmDialog.tsx';
import { changed } from '../../../../crud/changed.ts';
import { EntityForm } from '../../../../crud/EntityForm.tsx';
import { inputFor } from '../../../../crud/inputs.tsx';
import { metMeanwhile } from '../metMeanwhile.ts';
import { useSettingsCall } from '../useSettingsCall.ts';

const { password: _, ...plain } = mailServer.fields;
type Name = keyof typeof plain;
const before = ['host', 'port', 'security', 'username'] as const;
const after = ['sender_name', 'sender_address'] as const;

/** What most providers use. */
const usual: NonNullable<MailSettings['server']> = {
  ...{ host: '', port: 587, security: 'starttls', username: null, has_password: false },
  ...{ sender_name: null, sender_address: '' },
};

interface Props {
  current: MailSettings;
  onChanged(): void;
}

/** Server, login and sender. What the environment sets is shown and cannot be changed. */
export function MailServerForm({ current: { server, is_fixed, sender, is_shown }, onChanged }: Props) {
  const translate = useTranslate();
  const { isBusy, submit } = useSettingsCall();
  const [round, setRound] = useState(0);
  const [isRemoving, setRemoving] = useState(false);
  if (is_fixed)
    return (
      <Alert severity="info" variant="outlined">
        {translate('mailSettings.fixed', { sender: sender ?? '' })}
      </Alert>
    );

  const { has_password, ...shown } = server ?? usual;
  const filled = { ...shown, password: null };
  const save = async (values: Record<string, unknown>): Promise<object | undefined> => {
    // PUT needs all fields: those that were left alone are sent as somebody else may have saved them.
    const now = await submit<MailSettings>('GET', mailServer.path, undefined, null);
    if (!now.data) return now.errors;
    const own = changed(values, filled);
    const met = await metMeanwhile(mailServer, own, filled, { ...now.data.server });
    if (met) {
      onChanged();
      return met;
    }
    const left = pick({ ...now.data.server }, Object.keys(values));
    const body = { ...values, ...left, ...own };
    const { data, errors } = await submit<MailSettings>('PUT', mailServer.path, body);
    if (!data) return errors;
    setRound(round + 1);
    onChanged();
    return undefined;
  };
  const remove = async () => {
    const { data } = await submit<MailSettings>('DELETE', mailServer.path);
    setRemoving(false);
    if (!data) return;
    setRound(round + 1);
    onChanged();
  };
  const input = (name: Name) => {
    const Input = inputFor(plain[name].kind);
    return <Input key={name} entity={mailServer} name={name} field={plain[name]} />;
  };
  return (
    <section className="crud-card billing-section" aria-labelledby="mail-server">
      <h2 id="mail-server">{translate('mailSettings.server')}</h2>
      <p className="billing-lead">
        {translate(`mailSettings.${server ? 'serverHelp' : is_shown ? 'shown' : 'none'}`)}
      </p>
      <SaveContextProvider value={{ save, saving: isBusy, mutationMode: 'pessimistic' }}>
        <EntityForm
          key={round}
          entity={mailServer}
          mode="update"
          defaults={filled}
          draftKey={mailServer.path}
          onCancel={() => setRound(round + 1)}
        >
          {before.map(input)}
          <PasswordInput isKept={has_password} />
          {after.map(input)}
        </EntityForm>
      </SaveContextProvider>
      {server && (
        <Button color="error" className="flush-start" onClick={() => setRemoving(true)}>
          {translate('mailSettings.remove')}
        </Button>
      )}
      <ConfirmDialog
        open={isRemoving}
        title={translate('mailSettings.removeTitle')}
        confirm={translate('mailSettings.remove')}
        danger
        busy={isBusy}
        onConfirm={() => void remove()}
        onClose={() => setRemoving(false)}
      >
        {translate('mailSettings.removeText')}
      </ConfirmDialog>
    </section>
  );
}

function PasswordInput({ isKept }: { isKept: boolean }) {
  const translate = useTranslate();
  const labels = useLabels(mailServer);
  const { field, fieldState, id } = useInput({ source: 'password', parse: (value: unknown) => value });
  const error = fieldState.error?.message;
  return (
    <TextField
      {...field}
      id={id}
      type="password"
      label={labels.field('password')}
      value={field.value ?? ''}
      onChange={({ target }) => field.onChange(target.value === '' ? null : target.value)}
      inputRef={field.ref}
      ref={undefined}
      error={Boolean(error)}
      helperText={
        error ? (
          <ValidationError error={error} />
        ) : (
          translate(isKept ? 'mailSettings.kept' : 'mailSettings.passwordHelp')
        )
      }
      // Otherwise browsers offer to fill in the user's own password.
      slotProps={{ htmlInput: { autoComplete: 'new-password', maxLength: 300 } }}
      fullWidth
    />
  );
}
