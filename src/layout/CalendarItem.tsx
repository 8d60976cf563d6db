import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import { useTranslate } from 'ra-core';
import { preferences } from '../core/preferences.ts';
import { usePreferences } from './useUser.ts';

/** Menu item that turns Bikram Sambat on or off. On shows both calendars; only the profile page offers BS alone. */
export function CalendarItem() {
  const translate = useTranslate();
  const isOn = usePreferences().calendar !== 'ad';
  return (
    <MenuItem
      role="menuitemcheckbox"
      aria-checked={isOn}
      onClick={() => preferences.set({ calendar: isOn ? 'ad' : 'both' })}
    >
      <Box sx={{ flex: 1, mr: 2, pl: 4.5 }}>{translate('calendar.showBs')}</Box>
      <span inert>
        <Switch size="small" checked={isOn} />
      </span>
    </MenuItem>
  );
}
