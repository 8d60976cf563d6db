import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { type InputProps, useField } from '../../../crud/useField.tsx';

/** What was typed or pasted, as tags: commas separate them, and the server stores them in lower case. */
const read = (typed: readonly string[]): string[] => [
  ...new Set(
    typed
      .flatMap((text) => text.split(','))
      .map((tag) => tag.trim().toLowerCase())
      .filter(Boolean),
  ),
];

/** A field with a list of short texts, each added by Enter, a comma or leaving the field. */
export function TagsInput(props: InputProps) {
  const { field, label, help, invalid, id } = useField(props, { format: null, parse: null });
  const value: unknown = field.value;
  const tags = Array.isArray(value) ? value.map(String) : [];
  return (
    <Autocomplete
      id={id}
      multiple
      freeSolo
      autoSelect
      options={[]}
      value={tags}
      onChange={(_, typed) => field.onChange(read(typed))}
      onInputChange={(_, typed, reason) => {
        if (reason === 'input' && typed.includes(',')) field.onChange(read([...tags, typed]));
      }}
      onBlur={() => field.onBlur()}
      disabled={props.disabled}
      renderInput={(params) => (
        <TextField {...params} label={label} helperText={help} error={invalid} inputRef={field.ref} />
      )}
    />
  );
}
