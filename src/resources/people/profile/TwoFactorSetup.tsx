import DialogTitle from '@mui/material/DialogTitle';
import { QRCodeSVG } from 'qrcode.react';
import { useNotify, useTranslate } from 'ra-core';
import { useId, useState } from 'react';
import { type RecoveryCodes, TWO_FACTOR, type TwoFactorSecret } from '#schema/twoFactor.ts';
import { http } from '../../../core/http.ts';
import { CopyText } from '../../../crud/Secret.tsx';
import { Dialog } from '../../../layout/Dialog.tsx';
import { ProofForm } from '../../../layout/ProofForm.tsx';
import { type Proof, SelfProofForm } from '../../../layout/SelfProofForm.tsx';
import { RecoveryCodesStep } from './RecoveryCodesStep.tsx';

const CODE = ['code'] as const;
const QR_SIZE = 184;

/** In groups of four, for typing. */
const grouped = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret;

/**
 * Setting up an app: a proof of identity, the secret with a first code, and recovery codes unless passkeys brought them
 * already.
 */
export function TwoFactorSetup({ onClose }: { onClose(): void }) {
  const translate = useTranslate();
  const notify = useNotify();
  const id = useId();
  const [made, setMade] = useState<TwoFactorSecret>();
  const [codes, setCodes] = useState<readonly string[]>();

  const start = async (body: Proof) => {
    const { data } = await http.json<{ data: TwoFactorSecret }>(`${TWO_FACTOR}start/`, {
      body,
    });
    setMade(data);
  };
  const confirm = async ({ code }: { code: string }) => {
    const { data } = await http.json<{ data: RecoveryCodes }>(`${TWO_FACTOR}confirm/`, { body: { code } });
    if (data.recovery_codes.length > 0) return setCodes(data.recovery_codes);
    notify('twoFactor.appIsOn', { type: 'success' });
    onClose();
  };

  return (
    <Dialog open onClose={codes ? undefined : onClose} aria-labelledby={id} maxWidth="xs" fullWidth>
      <DialogTitle id={id}>{translate(codes ? 'twoFactor.isOn' : 'twoFactor.setUpTitle')}</DialogTitle>
      {codes ? (
        <RecoveryCodesStep codes={codes} onClose={onClose} />
      ) : made ? (
        <ProofForm
          key="code"
          asks={CODE}
          submit={translate('twoFactor.confirm')}
          send={confirm}
          onClose={onClose}
        >
          <p>{translate('twoFactor.scan')}</p>
          <div className="two-factor-qr">
            <QRCodeSVG value={made.uri} size={QR_SIZE} marginSize={2} title={translate('twoFactor.qr')} />
          </div>
          <p>
            {translate('twoFactor.byHand')} <a href={made.uri}>{translate('twoFactor.openApp')}</a>
          </p>
          <CopyText label={translate('twoFactor.secret')} text={grouped(made.secret)} />
          <p>{translate('twoFactor.thenCode')}</p>
        </ProofForm>
      ) : (
        <SelfProofForm submit={translate('twoFactor.continue')} send={start} onClose={onClose}>
          <p>{translate('twoFactor.setUpText')}</p>
        </SelfProofForm>
      )}
    </Dialog>
  );
}
