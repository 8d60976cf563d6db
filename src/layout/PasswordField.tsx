import VisibilityIcon from '@mui/icons-material/Visibility';
import VisibilityOffIcon from '@mui/icons-material/VisibilityOff';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'ra-core';
import { useState } from 'react';

interface Props {
  name: string;
  label: string;
  autoComplete: 'current-password' | 'new-password';
  error?: string;
  autoFocus?: boolean;
}

/** A password input that can show its text. It keeps its own state; forms read it by its name. */
export function PasswordField({ name, label, autoComplete, error, autoFocus }: Props) {
  const translate = useTranslate();
  const [shown, setShown] = useState(false);
  return (
    <TextField
      id={name}
      name={name}
      label={label}
      type={shown ? 'text' : 'password'}
      autoComplete={autoComplete}
      error={Boolean(error)}
      helperText={error && translate(error, { _: error })}
      autoFocus={autoFocus}
      fullWidth
      slotProps={{
        htmlInput: { 'aria-required': true },
        input: {
          endAdornment: (
            <InputAdornment position="end">
              <IconButton
                edge="end"
                size="small"
                aria-label={`${translate(shown ? 'auth.hide_password' : 'auth.show_password')}: ${label}`}
                onClick={() => setShown(!shown)}
              >
                {shown ? <VisibilityOffIcon fontSize="small" /> : <VisibilityIcon fontSize="small" />}
              </IconButton>
            </InputAdornment>
          ),
        },
      }}
    />
  );
}
