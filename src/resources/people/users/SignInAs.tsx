import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'ra-core';
import { useRef, useState } from 'react';
import { isStaff } from '#schema/permissions.ts';
import { signInAs as schema, type User } from '#schema/users.ts';
import { signInAs } from '../../../authProvider/acting.ts';
import { hasPermission } from '../../../core/access.ts';
import { asFailure, type HttpError } from '../../../core/http.ts';
import { offers } from '../../../core/offers.ts';
import { FormDialog } from '../../../crud/FormDialog.tsx';

/** Lets support see the console as a customer, after giving a reason. */
export function SignInAs({ user }: { user: User }) {
  const translate = useTranslate();
  const [isOpen, setOpen] = useState(false);
  const isOffered = offers('sign-in-as') && hasPermission(['sign-in-as', 'get']);
  if (isStaff(user.role) || user.is_active === false || !isOffered) return null;
  return (
    <>
      <Button variant="outlined" startIcon={<VisibilityOutlined />} onClick={() => setOpen(true)}>
        {translate('users.acting.start')}
      </Button>
      {isOpen && <Reason user={user} onClose={() => setOpen(false)} />}
    </>
  );
}

function Reason({ user, onClose }: { user: User; onClose(): void }) {
  const translate = useTranslate();
  const input = useRef<HTMLInputElement>(null);
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<HttpError>();

  const onSubmit = async () => {
    if (!schema.safeParse({ reason }).success) {
      setMissing(true);
      input.current?.focus();
      return;
    }
    setBusy(true);
    setFailure(undefined);
    try {
      await signInAs(user.uuid, reason.trim());
    } catch (error) {
      setFailure(asFailure(error));
      setBusy(false);
    }
  };

  return (
    <FormDialog
      title={translate('users.acting.title', { name: user.name })}
      submit={translate('users.acting.start')}
      busy={isBusy}
      failure={failure}
      onSubmit={() => void onSubmit()}
      onClose={onClose}
    >
      <p style={{ margin: 0 }}>{translate('users.acting.explain', { account: user.account_name })}</p>
      <TextField
        label={translate('users.acting.reason')}
        helperText={
          isMissing ? translate('users.acting.reasonMissing') : translate('users.acting.reasonHelp')
        }
        error={isMissing}
        value={reason}
        onChange={(event) => {
          setReason(event.target.value);
          setMissing(false);
        }}
        inputRef={input}
        disabled={isBusy}
        multiline
        minRows={2}
        autoFocus
        slotProps={{ htmlInput: { maxLength: 500 } }}
      />
    </FormDialog>
  );
}
