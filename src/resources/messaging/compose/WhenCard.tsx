import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'ra-core';
import { memo } from 'react';
import { URGENT_MAX } from '#schema/compose.ts';
import { number, toLocalInput, ZONE_IN_FULL } from '../../../core/format.ts';
import type { CardProps } from './draft.ts';

/** Now, or at a time in Nepal; and whether before everything else. */
export const WhenCard = memo(function WhenCard({
  draft,
  edit,
  errors,
}: CardProps<'when' | 'at' | 'isUrgent'>) {
  const translate = useTranslate();
  return (
    <section className="crud-card compose-card" aria-labelledby="compose-when">
      <h2 id="compose-when">{translate('compose.when')}</h2>
      <RadioGroup
        row
        aria-labelledby="compose-when"
        value={draft.when}
        onChange={(_, when) => edit({ when: when === 'later' ? 'later' : 'now' })}
      >
        <FormControlLabel value="now" control={<Radio />} label={translate('compose.now')} />
        <FormControlLabel value="later" control={<Radio />} label={translate('compose.later')} />
      </RadioGroup>
      {draft.when === 'later' && (
        <TextField
          id="compose-at"
          type="datetime-local"
          label={translate('compose.at')}
          value={draft.at}
          onChange={(event) => edit({ at: event.target.value })}
          error={Boolean(errors.at)}
          helperText={
            errors.at
              ? translate(errors.at, { _: errors.at })
              : translate('compose.atHelp', { zone: ZONE_IN_FULL })
          }
          slotProps={{ htmlInput: { min: toLocalInput(new Date().toISOString()) } }}
          sx={{ maxWidth: 280 }}
          fullWidth
        />
      )}
      <FormControlLabel
        control={
          <Checkbox
            checked={draft.isUrgent}
            onChange={(_, isUrgent) => edit({ isUrgent })}
            slotProps={{
              input: { 'aria-describedby': 'compose-urgent-help', 'aria-invalid': Boolean(errors.urgent) },
            }}
          />
        }
        label={translate('compose.urgent')}
      />
      <p id="compose-urgent-help" className={errors.urgent ? 'sms-bad' : 'sms-quiet'}>
        {errors.urgent
          ? translate(errors.urgent, { _: errors.urgent })
          : translate('compose.urgentHelp', { count: number(URGENT_MAX) })}
      </p>
    </section>
  );
});
