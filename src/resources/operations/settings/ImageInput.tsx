import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import { useTranslate } from 'ra-core';
import { useRef, useState } from 'react';
import { BRAND_IMAGE_MAX } from '#schema/brand.ts';
import { number } from '../../../core/format.ts';
import { type InputProps, useField } from '../../../crud/useField.tsx';

const TYPES = ['image/png', 'image/svg+xml'];

/** The content of a file as a `data:` URL. */
const dataOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('the file cannot be read'));
    reader.readAsDataURL(file);
  });

interface Props extends InputProps {
  /** The theme that it is shown on. */
  on: 'light' | 'dark';
}

/** A logo or an icon: the one in use or just chosen, and buttons to choose another and to remove it. */
export function ImageInput({ on, ...props }: Props) {
  const translate = useTranslate();
  const { field, label, help, invalid, id } = useField(props, { format: null, parse: null });
  const [problem, setProblem] = useState('');
  const chooser = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const address = typeof field.value === 'string' ? field.value : '';

  const choose = async (file: File | undefined) => {
    if (!file) return;
    if (!TYPES.includes(file.type)) return setProblem(translate('settings.brand.notImage'));
    if (file.size > BRAND_IMAGE_MAX)
      return setProblem(translate('settings.brand.tooLarge', { max: number(BRAND_IMAGE_MAX / 1024) }));
    try {
      field.onChange(await dataOf(file));
      setProblem('');
    } catch {
      setProblem(translate('settings.brand.unreadable'));
    }
  };
  const remove = () => {
    field.onChange(null);
    setProblem('');
    // The button is about to unmount.
    button.current?.focus();
  };
  return (
    <fieldset className="settings-image">
      <legend>{label}</legend>
      <div className="settings-image-row">
        <span className="settings-image-shown" data-on={on} data-empty={address === ''}>
          {address ? (
            <img src={address} alt={translate('settings.brand.current', { name: label })} />
          ) : (
            translate('settings.brand.none')
          )}
        </span>
        <input
          ref={chooser}
          type="file"
          accept={TYPES.join(',')}
          hidden
          aria-label={label}
          onChange={(event) => {
            void choose(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
        <Button
          ref={(element) => {
            button.current = element;
            field.ref(element);
          }}
          variant="outlined"
          size="small"
          disabled={props.disabled}
          aria-describedby={`${id}-help`}
          aria-invalid={invalid || problem !== ''}
          onClick={() => chooser.current?.click()}
        >
          {translate(address ? 'settings.brand.replace' : 'settings.brand.choose')}
        </Button>
        {address && (
          <Button size="small" disabled={props.disabled} onClick={remove}>
            {translate('settings.brand.remove')}
          </Button>
        )}
      </div>
      <FormHelperText id={`${id}-help`} error={invalid || problem !== ''}>
        {problem || help}
      </FormHelperText>
    </fieldset>
  );
}
