import Alert from '@mui/material/Alert';
import { useTranslate } from 'ra-core';

/** Says clearly that these names are only kept here and that nothing is sent under them. */
export function NoSending() {
  const translate = useTranslate();
  return (
    <Alert severity="info" variant="outlined" sx={{ my: 2 }}>
      {translate('viber.noSending')}
    </Alert>
  );
}
