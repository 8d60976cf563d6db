import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import { useTranslate } from 'ra-core';
import { preferences } from '../core/preferences.ts';
import { usePreferences } from './useUser.ts';

/** Bikram Sambat on or off, in a menu: on shows both calendars, the profile page offers it alone. */
export function CalendarItem() {
  const translate = useTranslate();
  const isOn = usePreferences().calendar !== 'ad';
  return (
    <MenuItem
      role="menuitemcheckbox"
      aria-checked={isOn}
      onClick={() => preferences.set({ calendar: isOn ? 'ad' : 'both' })}
    >
      <Box sx={{ flex: 1, mr: 2 }}>{translate('calendar.showBs')}</Box>
      <span inert>
        <Switch size="small" checked={isOn} />
      </span>
    </MenuItem>
  );
}
