import Alert from '@mui/material/Alert';
import { ValidationError } from 'ra-core';
import { useFormContext, useFormState } from 'react-hook-form';

/**
 * Errors that belong to no input of this form: about the whole record, or about a field that the form does
 * not show. `shown` lists fields whose errors are shown elsewhere.
 */
export function FormError({ shown = [] }: { shown?: readonly string[] | undefined }) {
  const { control } = useFormContext();
  const { errors } = useFormState();
  const others = Object.entries(errors).filter(
    ([name]) => name !== 'root' && !shown.includes(name) && !(name in control._fields),
  );
  if (others.length === 0) return null;
  return (
    <Alert severity="error" variant="outlined" role="alert">
      {others.map(([name, error]) => (
        <div key={name}>
          <ValidationError error={String(error?.message ?? '')} />
        </div>
      ))}
    </Alert>
  );
}
