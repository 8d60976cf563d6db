import Alert from '@mui/material/Alert';
import { useTranslate } from 'ra-core';
import { useRef, useState } from 'react';
import { erasure } from '#schema/erasure.ts';
import { isStaffHere } from '../../../core/session.ts';
import { ConfirmDialog } from '../../../crud/ConfirmDialog.tsx';
import { EntityCreate } from '../../../crud/EntityCreate.tsx';

/** Asks for the number and a reference, says what goes and what stays, and erases after a confirmation. */
export function ErasureCreate() {
  const translate = useTranslate();
  const [isAsking, setAsking] = useState(false);
  const answer = useRef<(isSure: boolean) => void>(undefined);
  const where = isStaffHere() ? 'everywhere' : 'own';
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
        confirm={() =>
          new Promise((resolve) => {
            answer.current = resolve;
            setAsking(true);
          })
        }
      />
      <Alert severity="info" variant="outlined" sx={{ mt: 2, maxWidth: 720 }}>
        <p style={{ margin: 0 }}>{translate(`erasures.${where}`)}</p>
        <p style={{ margin: '8px 0 0' }}>{translate('erasures.kept')}</p>
      </Alert>
      <ConfirmDialog
        open={isAsking}
        danger
        title={translate('erasures.confirmTitle')}
        confirm={translate('erasures.start')}
        onConfirm={() => decide(true)}
        onClose={() => decide(false)}
      >
        {translate('erasures.confirmText')}
      </ConfirmDialog>
    </>
  );
}
