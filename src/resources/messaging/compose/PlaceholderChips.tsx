import AddRounded from '@mui/icons-material/AddRounded';
import Chip from '@mui/material/Chip';
import { useTranslate } from 'ra-core';
import { memo } from 'react';
import { usableNames } from './texts.ts';

/** Chips that insert placeholders; not rendered for each typed character. */
export const PlaceholderChips = memo(function PlaceholderChips({
  names,
  disabled,
  onInsert,
}: {
  names: readonly string[];
  disabled: boolean | undefined;
  onInsert(name: string): void;
}) {
  const translate = useTranslate();
  const offered = usableNames(names);
  if (offered.length === 0) return null;
  return (
    <div className="sms-chips">
      <span>{translate('text.placeholders')}</span>
      {offered.map((name) => (
        <Chip
          key={name}
          size="small"
          variant="outlined"
          icon={<AddRounded />}
          label={`{{${name}}}`}
          disabled={disabled}
          onClick={() => onInsert(name)}
        />
      ))}
    </div>
  );
});
