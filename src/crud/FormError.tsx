import Alert from '@mui/material/Alert';
import { ValidationError } from 'ra-core';
import { useFormContext, useFormState } from 'react-hook-form';

/**
 * What was refused of no input of this form: of the record as a whole, or of a field that the form does not show.
 * `shown` names those whose errors are told elsewhere.
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
