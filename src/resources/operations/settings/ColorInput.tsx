import TextField from '@mui/material/TextField';
import { COLOR } from '#schema/brandColor.ts';
import { type InputProps, useField } from '../../../crud/useField.tsx';
import { PRODUCT_COLOR } from './BrandPreview.tsx';

/** A colour as text, `#2e77ae`, and the browser's own way to choose one. */
export function ColorInput(props: InputProps) {
  const { field, label, help, invalid, id } = useField(props, { format: null, parse: null });
  const text = typeof field.value === 'string' ? field.value : '';
  const put = (value: string) => field.onChange(value.trim() === '' ? null : value.trim());
  return (
    <TextField
      id={id}
      name={field.name}
      inputRef={field.ref}
      value={text}
      onChange={(event) => put(event.target.value)}
      onBlur={() => field.onBlur()}
      label={label}
      helperText={help}
      error={invalid}
      disabled={props.disabled}
      placeholder={PRODUCT_COLOR}
      slotProps={{
        htmlInput: { autoComplete: 'off', spellCheck: false, maxLength: 7 },
        input: {
          startAdornment: (
            <input
              type="color"
              className="settings-color"
              aria-label={label}
              value={COLOR.test(text) ? text.toLowerCase() : PRODUCT_COLOR}
              disabled={props.disabled}
              onChange={(event) => put(event.target.value)}
            />
          ),
        },
      }}
    />
  );
}
