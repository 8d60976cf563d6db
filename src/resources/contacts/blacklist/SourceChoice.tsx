import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useTranslate } from 'ra-core';
import { useId } from 'react';
import { givenSources } from '#schema/blacklistNumber.ts';

export type GivenSource = (typeof givenSources)[number];

/** At whose request a number gets no messages. */
export function SourceChoice({
  value,
  onChange,
  disabled,
}: {
  value: GivenSource;
  onChange(source: GivenSource): void;
  disabled?: boolean;
}) {
  const translate = useTranslate();
  const id = useId();
  return (
    <FormControl disabled={disabled}>
      <FormLabel id={id}>{translate('blacklist.whose')}</FormLabel>
      <RadioGroup
        aria-labelledby={id}
        value={value}
        onChange={(_, source) => onChange(source as GivenSource)}
        // Two lines of one choice stand apart from the next.
        sx={{ gap: 0.5 }}
      >
        {givenSources.map((source) => (
          <FormControlLabel
            key={source}
            value={source}
            control={<Radio size="small" />}
            label={translate(`blacklist.wish.${source}`)}
          />
        ))}
      </RadioGroup>
    </FormControl>
  );
}
