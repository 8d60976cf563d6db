import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'ra-core';
import { toLocalInput, ZONE_IN_FULL } from '../../format.ts';
import type { CardProps } from './draft.ts';

/** Now, or at a time in Nepal. */
export function WhenCard({ draft, edit, errors }: CardProps) {
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
    </section>
  );
}
