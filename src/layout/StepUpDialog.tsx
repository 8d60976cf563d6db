import DialogTitle from '@mui/material/DialogTitle';
import { useTranslate } from 'ra-core';
import { useId } from 'react';
import { PROVE } from '#schema/stepUp.ts';
import { http } from '../core/http.ts';
import { Dialog } from './Dialog.tsx';
import { SelfProofForm } from './SelfProofForm.tsx';

/** Asks the user to prove their identity before a sensitive action. */
export function StepUpDialog({ onDone }: { onDone(isProved: boolean): void }) {
  const translate = useTranslate();
  const id = useId();
  return (
    <Dialog open onClose={() => onDone(false)} aria-labelledby={id} maxWidth="xs" fullWidth>
      <DialogTitle id={id}>{translate('stepUp.title')}</DialogTitle>
      <SelfProofForm
        submit={translate('stepUp.submit')}
        send={async (body) => {
          await http.json(PROVE, { body });
          onDone(true);
        }}
        onClose={() => onDone(false)}
      >
        <p>{translate('stepUp.text')}</p>
      </SelfProofForm>
    </Dialog>
  );
}
