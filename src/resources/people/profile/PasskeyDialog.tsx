import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useNotify, useTranslate } from 'ra-core';
import { useId, useState } from 'react';
import { type AddedPasskey, PASSKEYS, type Passkey, type PasskeyOptions } from '#schema/passkey.ts';
import { knowsPasskeys, makePasskey } from '../../../authProvider/passkeys.ts';
import { http } from '../../../core/http.ts';
import { Dialog } from '../../../layout/Dialog.tsx';
import { type Proof, SelfProofForm } from '../../../layout/SelfProofForm.tsx';
import { RecoveryCodesStep } from './RecoveryCodesStep.tsx';

interface Props {
  /** The passkey to remove; absent to add one. */
  passkey: Passkey | undefined;
  /** Called with the current passkeys after a change. */
  onClose(left?: Passkey[]): void;
}

/**
 * Adds a passkey with a name, or removes one; both ask for a proof of identity. The first second factor shows its recovery
 * codes.
 */
export function PasskeyDialog({ passkey, onClose }: Props) {
  const translate = useTranslate();
  const notify = useNotify();
  const id = useId();
  const [first, setFirst] = useState<{ codes: readonly string[]; passkeys: Passkey[] }>();
  const close = () => onClose();

  const add = async ({ name, ...proof }: Proof) => {
    const { data } = await http.json<{ data: PasskeyOptions }>(`${PASSKEYS}options/`, { body: proof });
    const answer = await makePasskey(data);
    const made = await http.json<AddedPasskey>(PASSKEYS, { body: { name, answer } });
    notify('twoFactor.passkey.isAdded', { type: 'success', messageArgs: { name } });
    if (made.recovery_codes) setFirst({ codes: made.recovery_codes, passkeys: made.data });
    else onClose(made.data);
  };
  const remove = async (body: Proof) => {
    const path = `${PASSKEYS}${passkey?.uuid}/remove/`;
    const left = await http.json<{ data: Passkey[] }>(path, { body });
    notify('twoFactor.passkey.isRemoved', { type: 'success', messageArgs: { name: passkey?.name } });
    onClose(left.data);
  };

  if (first) {
    return (
      <Dialog open aria-labelledby={id} maxWidth="xs" fullWidth>
        <DialogTitle id={id}>{translate('twoFactor.isOn')}</DialogTitle>
        <RecoveryCodesStep codes={first.codes} onClose={() => onClose(first.passkeys)} />
      </Dialog>
    );
  }
  return (
    <Dialog open onClose={close} aria-labelledby={id} maxWidth="xs" fullWidth>
      <DialogTitle id={id}>
        {passkey
          ? translate('twoFactor.passkey.removeTitle', { name: passkey.name })
          : translate('twoFactor.passkey.addTitle')}
      </DialogTitle>
      {passkey ? (
        <SelfProofForm danger submit={translate('twoFactor.passkey.remove')} send={remove} onClose={close}>
          <p>{translate('twoFactor.passkey.removeText')}</p>
        </SelfProofForm>
      ) : knowsPasskeys() ? (
        <SelfProofForm first="name" submit={translate('twoFactor.continue')} send={add} onClose={close}>
          <p>{translate('twoFactor.passkey.addText')}</p>
        </SelfProofForm>
      ) : (
        <>
          <DialogContent>
            <Alert severity="info" variant="outlined">
              {translate('twoFactor.passkey.unknown')}
            </Alert>
          </DialogContent>
          <DialogActions>
            <Button onClick={close} autoFocus>
              {translate('crud.form.cancel')}
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}
