import DialogTitle from '@mui/material/DialogTitle';
import { useNotify, useTranslate } from 'ra-core';
import { useId, useState } from 'react';
import { type PasskeyAnswer, type RecoveryCodes, TWO_FACTOR } from '#schema/twoFactor.ts';
import { http } from '../../../core/http.ts';
import { Dialog } from '../../../layout/Dialog.tsx';
import { ProofForm } from '../../../layout/ProofForm.tsx';
import { provePasskey, usePasskeys } from '../../../layout/usePasskeys.ts';
import { RecoveryCodesStep } from './RecoveryCodesStep.tsx';

const BOTH = ['password', 'code'] as const;
const PASSWORD = ['password'] as const;

/** New recovery codes, or turning two-factor sign-in off: both need the password, and a code or a passkey. */
export function TwoFactorChange({ act, onClose }: { act: 'renew' | 'off'; onClose(): void }) {
  const translate = useTranslate();
  const notify = useNotify();
  const id = useId();
  const [codes, setCodes] = useState<readonly string[]>();

  const hasPasskeys = usePasskeys();

  const send = async (body: Partial<Record<(typeof BOTH)[number], string>> & { passkey?: PasskeyAnswer }) => {
    if (act === 'off') {
      await http.json(`${TWO_FACTOR}turn-off/`, { body });
      notify('twoFactor.isOff', { type: 'success' });
      onClose();
      return;
    }
    const { data } = await http.json<{ data: RecoveryCodes }>(`${TWO_FACTOR}recovery-codes/`, { body });
    setCodes(data.recovery_codes);
  };

  return (
    <Dialog open onClose={codes ? undefined : onClose} aria-labelledby={id} maxWidth="xs" fullWidth>
      <DialogTitle id={id}>
        {translate(codes ? 'twoFactor.codes' : act === 'off' ? 'twoFactor.offTitle' : 'twoFactor.renewTitle')}
      </DialogTitle>
      {codes ? (
        <RecoveryCodesStep codes={codes} onClose={onClose} />
      ) : (
        <ProofForm
          asks={BOTH}
          recovery
          passkey={
            hasPasskeys
              ? {
                  needs: PASSWORD,
                  send: async (values) => send({ ...values, passkey: await provePasskey() }),
                }
              : undefined
          }
          danger={act === 'off'}
          submit={translate(act === 'off' ? 'twoFactor.turnOff' : 'twoFactor.renew')}
          send={send}
          onClose={onClose}
        >
          <p>{translate(act === 'off' ? 'twoFactor.offText' : 'twoFactor.renewText')}</p>
        </ProofForm>
      )}
    </Dialog>
  );
}
