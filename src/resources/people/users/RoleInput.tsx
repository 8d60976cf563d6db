import TextField from '@mui/material/TextField';
import { ValidationError } from 'ra-core';
import type { Entity, Field } from '#schema/entity.ts';
import { useField } from '../../../crud/useField.tsx';

interface Props {
  entity: Entity & { fields: { role: Field } };
  offered: readonly string[];
  /** What a role allows, or why it cannot be changed. */
  help(role: string): string;
  /** Shown for a form's value that is not a role of the entity. */
  fallback?: string;
  /** Runs after another role is chosen. */
  onChosen?(): void;
  disabled?: boolean | undefined;
}

/** A person's role, with what it allows. */
export function RoleInput({ entity, offered, help, fallback = '', onChosen, disabled }: Props) {
  const { role } = entity.fields;
  const { field, label, invalid, id, labels, fieldState } = useField({ entity, name: 'role', field: role });
  const isRole = typeof field.value === 'string' && role.choices?.includes(field.value);
  const chosen = isRole ? String(field.value) : fallback;
  const error = fieldState.error?.message;
  return (
    <TextField
      {...field}
      id={id}
      select
      value={chosen}
      onChange={(event) => {
        field.onChange(event.target.value);
        onChosen?.();
      }}
      inputRef={field.ref}
      ref={undefined}
      label={label}
      helperText={error ? <ValidationError error={error} /> : chosen && help(chosen)}
      error={invalid}
      disabled={disabled}
      slotProps={{ select: { native: true } }}
      sx={{ maxWidth: 480 }}
    >
      {offered.map((one) => (
        <option key={one} value={one}>
          {labels.choice('role', one)}
        </option>
      ))}
    </TextField>
  );
}
