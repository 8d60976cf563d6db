import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { type ComponentType, useContext, useState } from 'react';
import type { Kind } from '#schema/outline.ts';
import { latinDigits } from '#schema/phone.ts';
import { parseMoney, WHOLE } from '../core/parseMoney.ts';
import { type Attributes, AttributesInput } from './AttributesInput.tsx';
import { KeptCalendar } from './keptCalendar.ts';
import { MomentInput } from './MomentInput.tsx';
import { momentOf, textOf } from './moment.ts';
import { NepaliDateInput } from './NepaliDateInput.tsx';
import { ReferencePicker } from './ReferencePicker.tsx';
import { type InputProps, useField } from './useField.tsx';

function Text(props: InputProps & { more?: Partial<TextFieldProps> }) {
  const { field, label, help, invalid, isOptional, id } = useField(props);
  return (
    <TextField
      {...field}
      id={id}
      value={field.value ?? ''}
      onChange={(event) =>
        field.onChange(event.target.value === '' && isOptional ? null : event.target.value)
      }
      inputRef={field.ref}
      ref={undefined}
      label={label}
      helperText={help}
      error={invalid}
      disabled={props.disabled}
      autoFocus={props.autoFocus}
      fullWidth
      {...props.more}
    />
  );
}

const TextInput = (props: InputProps) => <Text {...props} />;
const EmailInput = (props: InputProps) => (
  <Text {...props} more={{ type: 'email', slotProps: { htmlInput: { autoComplete: 'off' } } }} />
);
const PhoneInput = (props: InputProps) => (
  <Text
    {...props}
    more={{ type: 'tel', slotProps: { htmlInput: { inputMode: 'tel', autoComplete: 'off' } } }}
  />
);
const LongTextInput = (props: InputProps) => <Text {...props} more={{ multiline: true, minRows: 4 }} />;

const divisor = (kind: Kind): number => (kind === 'integer' ? 1 : 100);

const NUMBER = RegExp(String.raw`^-?(${WHOLE})?(?:\.\d*)?$`);

/** Converts typed text to the API's number (minor units for money); returns the text if it is not a number. */
export function readNumber(text: string, kind: Kind): number | string | null {
  const plain = latinDigits(text).replace(/\s+/g, ' ').trim();
  if (plain === '') return null;
  if (kind === 'money') {
    const amount = parseMoney(plain.replace(/^-/, ''));
    // A negative one is refused with the least that is allowed.
    return amount === undefined ? text : plain.startsWith('-') ? -amount : amount;
  }
  if (!NUMBER.test(plain) || !/\d/.test(plain)) return text;
  return Number((Number(plain.replace(/[, ]/g, '')) * divisor(kind)).toFixed(6));
}

const numberText = (value: unknown, kind: Kind): string => {
  if (typeof value !== 'number') return typeof value === 'string' ? value : '';
  return kind === 'integer'
    ? String(value)
    : (value / 100).toFixed(kind === 'money' ? 2 : 6).replace(/(\.\d\d)0+$/, '$1');
};

/** Short values have short inputs; what is said of them has the width of the form. */
const ofWidth = (maxWidth: number) => ({ '& .MuiInputBase-root': { maxWidth } });

function NumberInput(props: InputProps) {
  const { kind } = props.field;
  const { field, label, help, invalid, id } = useField(props, { format: null, parse: null });
  const [typed, setTyped] = useState<string>();
  return (
    <TextField
      id={id}
      name={field.name}
      inputRef={field.ref}
      value={typed ?? numberText(field.value, kind)}
      onChange={(event) => {
        setTyped(event.target.value);
        field.onChange(readNumber(event.target.value, kind));
      }}
      onBlur={() => {
        setTyped(undefined);
        field.onBlur();
      }}
      label={label}
      helperText={help}
      error={invalid}
      disabled={props.disabled}
      slotProps={{
        htmlInput: { inputMode: kind === 'integer' ? 'numeric' : 'decimal', autoComplete: 'off' },
      }}
      sx={ofWidth(260)}
    />
  );
}

function BooleanInput(props: InputProps) {
  const { field, label, help, invalid, id } = useField(props, { format: null, parse: null });
  return (
    <FormControl error={invalid} disabled={props.disabled}>
      <FormControlLabel
        label={label}
        control={
          <Checkbox
            id={id}
            name={field.name}
            slotProps={{ input: { ref: field.ref, 'aria-describedby': help ? `${id}-help` : undefined } }}
            checked={Boolean(field.value)}
            // Neither yes nor no: the server sent no value.
            indeterminate={field.value === null || field.value === undefined}
            onChange={(_, checked) => field.onChange(checked)}
            onBlur={() => field.onBlur()}
          />
        }
      />
      {help && (
        <FormHelperText id={`${id}-help`} sx={{ mt: 0 }}>
          {help}
        </FormHelperText>
      )}
    </FormControl>
  );
}

function ChoiceInput(props: InputProps) {
  const { field, label, help, invalid, isOptional, id, labels } = useField(props);
  const isEmpty = field.value === '' || field.value == null;
  const { input } = props.field;
  const offered = (choice: string) => !input || input.safeParse(choice).success;
  return (
    <TextField
      {...field}
      id={id}
      select
      value={field.value ?? ''}
      onChange={(event) => field.onChange(event.target.value === '' ? null : event.target.value)}
      inputRef={field.ref}
      ref={undefined}
      label={label}
      helperText={help}
      error={invalid}
      disabled={props.disabled}
      slotProps={{ select: { native: true } }}
      sx={ofWidth(360)}
    >
      {(isOptional || isEmpty) && <option value="" />}
      {props.field.choices?.filter(offered).map((choice) => (
        <option key={choice} value={choice}>
          {labels.choice(props.name, choice)}
        </option>
      ))}
    </TextField>
  );
}

function DateInput(props: InputProps) {
  const { field, label, help, invalid, id, isOptional } = useField(props, { format: null, parse: null });
  return (
    <NepaliDateInput
      {...useContext(KeptCalendar)}
      id={id}
      name={field.name}
      inputRef={field.ref}
      value={field.value as string | null}
      onChange={(value) => field.onChange(value)}
      onBlur={() => field.onBlur()}
      label={label}
      help={help}
      error={invalid}
      disabled={props.disabled}
      required={!isOptional}
    />
  );
}

function DateTimeInput(props: InputProps) {
  const { field, label, help, invalid, id, isOptional } = useField(props, { format: null, parse: null });
  const value = field.value as string | null | undefined;
  const [at, setAt] = useState(() => textOf(value));
  const [given, setGiven] = useState(value);
  // After a reset, the form has another value than the one typed here.
  if (value !== given) {
    setGiven(value);
    setAt(textOf(value));
  }
  return (
    <MomentInput
      id={id}
      name={field.name}
      inputRef={field.ref}
      at={at}
      onChange={(next) => {
        // What is no moment yet stays in the form as its text, which no schema accepts.
        const result = next === '' ? null : (momentOf(next) ?? next);
        setAt(next);
        setGiven(result);
        field.onChange(result);
      }}
      onBlur={() => field.onBlur()}
      label={label}
      help={help}
      error={invalid}
      disabled={props.disabled}
      required={!isOptional}
    />
  );
}

function ReferencesInput(props: InputProps) {
  const single = props.field.kind === 'reference';
  const { field, label, help, invalid, id } = useField(props, { format: null, parse: null });
  const value: unknown = field.value;
  return (
    <ReferencePicker
      of={props.field.of ?? ''}
      id={id}
      single={single}
      creatable
      value={(Array.isArray(value) ? value : value ? [value] : []).map(String)}
      onChange={(ids) => field.onChange(single ? (ids[0] ?? null) : ids)}
      onBlur={() => field.onBlur()}
      inputRef={field.ref}
      label={label}
      help={help}
      error={invalid}
      disabled={props.disabled}
    />
  );
}

function AttributesFormInput(props: InputProps) {
  const { field, label, help, invalid } = useField(props, { format: null, parse: null });
  return (
    <AttributesInput
      label={label}
      help={help}
      invalid={invalid}
      disabled={props.disabled}
      value={(field.value ?? {}) as Attributes}
      onChange={(value) => field.onChange(value)}
      inputRef={field.ref}
    />
  );
}

/** The input component for fields of this kind. */
export function inputFor(kind: Kind): ComponentType<InputProps> {
  switch (kind) {
    case 'longText':
      return LongTextInput;
    case 'email':
      return EmailInput;
    case 'phone':
      return PhoneInput;
    case 'integer':
    case 'money':
    case 'price':
      return NumberInput;
    case 'boolean':
      return BooleanInput;
    case 'date':
      return DateInput;
    case 'datetime':
      return DateTimeInput;
    case 'choice':
      return ChoiceInput;
    case 'reference':
    case 'references':
      return ReferencesInput;
    case 'attributes':
      return AttributesFormInput;
    default:
      return TextInput;
  }
}
