import FormHelperText from '@mui/material/FormHelperText';
import { useTranslate } from 'ra-core';
import { TimeField } from '../../../crud/TimeField.tsx';
import { type InputProps, useField } from '../../../crud/useField.tsx';

/** From when until when nothing but urgent messages is sent: one text, `22:00-07:00`, or null for both empty. */
export function QuietHoursInput(props: InputProps) {
  const translate = useTranslate();
  const { field, label, help, invalid, id } = useField(props, { format: null, parse: null });
  const [from = '', until = ''] = typeof field.value === 'string' ? field.value.split('-') : [];
  const put = (...times: [string, string]) => {
    // A hyphen separates the two, so neither can have one.
    const [start, end] = times.map((time) => time.replaceAll('-', ''));
    field.onChange(start || end ? `${start}-${end}` : null);
  };
  const shared = { onBlur: () => field.onBlur(), isMissing: invalid, disabled: props.disabled };
  return (
    <fieldset className="settings-quiet" aria-describedby={`${id}-help`}>
      <legend>{label}</legend>
      <div className="settings-quiet-row">
        <TimeField
          {...shared}
          id={id}
          label={translate('settings.sending.quietFrom')}
          time={from}
          onChange={(time) => put(time, until)}
        />
        <TimeField
          {...shared}
          id={`${id}-until`}
          label={translate('settings.sending.quietUntil')}
          time={until}
          onChange={(time) => put(from, time)}
        />
      </div>
      <FormHelperText id={`${id}-help`} error={invalid}>
        {help}
      </FormHelperText>
    </fieldset>
  );
}
