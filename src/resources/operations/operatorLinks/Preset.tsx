import TextField from '@mui/material/TextField';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { httpPresets } from '#schema/httpPresets.ts';

/** Fills the form with the settings of a known service; name, secret, routing and pace stay. */
export function Preset() {
  const translate = useTranslate();
  const { setValue, clearErrors } = useFormContext();
  const [chosen, setChosen] = useState('');
  const choose = (name: string) => {
    setChosen(name);
    const preset = httpPresets.find((one) => one.name === name);
    for (const [field, value] of Object.entries(preset?.settings ?? {}))
      setValue(field, value, { shouldDirty: true });
    if (preset) clearErrors();
  };
  return (
    <TextField
      select
      label={translate('linkForms.preset')}
      helperText={chosen ? translate('linkForms.preset_text') : undefined}
      value={chosen}
      onChange={(event) => choose(event.target.value)}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
      sx={{ maxWidth: 360 }}
    >
      <option value="">{translate('linkForms.preset_none')}</option>
      {httpPresets.map(({ name }) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </TextField>
  );
}
