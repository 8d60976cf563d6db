import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { useTranslate } from 'ra-core';
import { Secret } from '../../../crud/Secret.tsx';

/** The recovery codes, shown only this once; only the button that confirms they are saved closes the dialog. */
export function RecoveryCodesStep({ codes, onClose }: { codes: readonly string[]; onClose(): void }) {
  const translate = useTranslate();
  return (
    <>
      <DialogContent className="proof-form">
        <p>{translate('twoFactor.codesText')}</p>
        <Secret label={translate('twoFactor.codes')} secret={codes.join('\n')} />
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose} autoFocus>
          {translate('twoFactor.kept')}
        </Button>
      </DialogActions>
    </>
  );
}
