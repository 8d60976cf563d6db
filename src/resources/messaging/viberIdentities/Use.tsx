import Alert from '@mui/material/Alert';
import { useTranslate } from 'ra-core';
import { offers } from '../../../core/offers.ts';

/** What a Viber identity is for, and where it is only kept for the record. */
export function Use() {
  const translate = useTranslate();
  return (
    <Alert severity="info" variant="outlined" sx={{ my: 2 }}>
      {translate(offers('viber') ? 'viber.use' : 'viber.onlyKept')}
    </Alert>
  );
}
