import DialogTitle from '@mui/material/DialogTitle';
import { useNotify, useTranslate } from 'ra-core';
import { useId } from 'react';
import { OWN_ADDRESS } from '#schema/addressChange.ts';
import { http } from '../../../core/http.ts';
import { changedProfile } from '../../../core/readProfile.ts';
import { setUser, type User } from '../../../core/session.ts';
import { Dialog } from '../../../layout/Dialog.tsx';
import { type Proof, SelfProofForm } from '../../../layout/SelfProofForm.tsx';

/** Requests a change of one's own e-mail address, which must be confirmed. */
export function AddressDialog({ user, onClose }: { user: User; onClose(): void }) {
  const translate = useTranslate();
  const notify = useNotify();
  const id = useId();

  const send = async (body: Proof) => {
    setUser(changedProfile(user, {}, await http.json(OWN_ADDRESS, { body })));
    notify('profile.address.asked', { type: 'success', messageArgs: { email: body.email } });
    onClose();
  };

  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="xs" fullWidth>
      <DialogTitle id={id}>{translate('profile.address.change')}</DialogTitle>
      <SelfProofForm first="email" submit={translate('profile.address.send')} send={send} onClose={onClose}>
        <p>{translate('profile.address.text', { email: user.email })}</p>
      </SelfProofForm>
    </Dialog>
  );
}
