import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import { useTranslate } from 'ra-core';
import { useRef, useState } from 'react';
import { erasure } from '#schema/erasure.ts';
import { isStaffHere } from '../../../core/session.ts';
import { ConfirmDialog } from '../../../crud/ConfirmDialog.tsx';
import { EntityCreate } from '../../../crud/EntityCreate.tsx';
import './erasures.css';

const PARTS = ['contacts', 'messages', 'files', 'blacklist', 'records'] as const;

/** Says what goes and what stays, asks for the number and a reference, and erases after a confirmation. */
export function ErasureCreate() {
  const translate = useTranslate();
  const [isAsking, setAsking] = useState(false);
  /** Stays while the dialog closes. */
  const [phone, setPhone] = useState('');
  const answer = useRef<(isSure: boolean) => void>(undefined);
  const decide = (isSure: boolean) => {
    setAsking(false);
    answer.current?.(isSure);
  };
  return (
    <>
      <EntityCreate
        entity={erasure}
        title={translate('erasures.title')}
        submit={translate('erasures.start')}
        created="erasures.started"
        intro={<What />}
        confirm={(values) =>
          new Promise((resolve) => {
            answer.current = resolve;
            setPhone(String(values.phone));
            setAsking(true);
          })
        }
      />
      <ConfirmDialog
        open={isAsking}
        danger
        title={translate('erasures.confirmTitle', { phone })}
        confirm={translate('erasures.start')}
        onConfirm={() => decide(true)}
        onClose={() => decide(false)}
      >
        {translate('erasures.confirmText')}
      </ConfirmDialog>
    </>
  );
}

function What() {
  const translate = useTranslate();
  return (
    <Alert severity="info" variant="outlined" className="erasure-what">
      <AlertTitle>{translate(`erasures.what.${isStaffHere() ? 'everywhere' : 'own'}`)}</AlertTitle>
      <ul>
        {PARTS.map((part) => (
          <li key={part}>{translate(`erasures.what.${part}`)}</li>
        ))}
      </ul>
      <p>{translate('erasures.kept')}</p>
    </Alert>
  );
}
