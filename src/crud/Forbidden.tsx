import Alert from '@mui/material/Alert';
import { useTranslate } from 'ra-core';
import { useFormState } from 'react-hook-form';

/**
 * Shown in the form if the server does not let this user save it: the form may be open to users without
 * permission.
 */
export function Forbidden() {
  const translate = useTranslate();
  const { errors } = useFormState();
  const reason = errors.root?.forbidden;
  if (typeof reason !== 'object' || !reason.message) return null;
  return (
    <Alert severity="error" variant="outlined">
      {translate('crud.form.forbidden', { reason: translate(reason.message, { _: reason.message }) })}
    </Alert>
  );
}
