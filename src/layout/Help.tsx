import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useTranslate } from 'ra-core';
import { useId } from 'react';
import { footer } from '../public/text.ts';
import { Dialog } from './Dialog.tsx';

/** How to reach the provider, and their terms, as lines. */
export const Contacts = () => (
  <ul className="contacts">
    {footer().map(({ text, href }) => (
      <li key={text}>{href ? <a href={href}>{text}</a> : text}</li>
    ))}
  </ul>
);

/** How to reach the provider, as they gave it in their settings. */
export function Help({ onClose }: { onClose(): void }) {
  const translate = useTranslate();
  const id = useId();
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="xs" fullWidth>
      <DialogTitle id={id}>{translate('shell.help')}</DialogTitle>
      <DialogContent>
        <Contacts />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('keyboard.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
