import Dialog from '@mui/material/Dialog';
import DialogTitle from '@mui/material/DialogTitle';
import { useNotify, useTranslate } from 'ra-core';
import { useId, useState } from 'react';
import { OWN_ADDRESS } from '#schema/addressChange.ts';
import type { Profile } from '#schema/user.ts';
import { setUser } from '../../authProvider/session.ts';
import { HttpError, http } from '../../http.ts';
import { ProofForm } from '../../layout/ProofForm.tsx';

const BY_PASSWORD = ['email', 'password'] as const;
const BY_CODE = ['email', 'code'] as const;

/** Asks for another e-mail address of one's own, which has to confirm it. */
export function AddressDialog({ user, onClose }: { user: Profile; onClose(): void }) {
  const translate = useTranslate();
  const notify = useNotify();
  const id = useId();
  const [asksCode, setAsksCode] = useState(user.two_factor?.enabled === true);

  const send = async (body: Partial<Record<'email' | 'password' | 'code', string>>) => {
    try {
      const { data } = await http.json<{ data: Profile }>(OWN_ADDRESS, { body });
      setUser(data);
      notify('profile.address.asked', { type: 'success', messageArgs: { email: body.email } });
      onClose();
    } catch (error) {
      // Two-factor sign-in may have been turned on or off elsewhere meanwhile: then the server asks for the other.
      const other = asksCode ? 'password' : 'code';
      if (error instanceof HttpError && error.body.errors?.[other]) setAsksCode(!asksCode);
      throw error;
    }
  };

  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="xs" fullWidth>
      <DialogTitle id={id}>{translate('profile.address.change')}</DialogTitle>
      <ProofForm
        asks={asksCode ? BY_CODE : BY_PASSWORD}
        submit={translate('profile.address.send')}
        send={send}
        onClose={onClose}
      >
        <p>{translate('profile.address.text', { email: user.email })}</p>
      </ProofForm>
    </Dialog>
  );
}
