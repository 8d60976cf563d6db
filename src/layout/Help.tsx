import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useTranslate } from 'ra-core';
import { useId } from 'react';
import { Contacts } from './Contacts.tsx';
import { useProduct } from './pageTitle.ts';

/** How to reach the provider, as they gave it in their settings. */
export function Help({ onClose }: { onClose(): void }) {
  const translate = useTranslate();
  const id = useId();
  const product = useProduct();
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="xs" fullWidth>
      <DialogTitle id={id}>{translate('shell.help')}</DialogTitle>
      <DialogContent>
        {translate('shell.help_text', { product })}
        <Contacts />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('keyboard.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
