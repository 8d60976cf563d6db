import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'ra-core';
import { type Calendar, preferences } from '../preferences.ts';
import { usePreferences } from './useUser.ts';

const calendars: readonly Calendar[] = ['ad', 'bs', 'both'];

/** The whole choice of calendar, for a card of preferences. It takes effect at once, everywhere. */
export function CalendarSelect() {
  const translate = useTranslate();
  const { calendar } = usePreferences();
  return (
    <TextField
      select
      label={translate('calendar.label')}
      helperText={translate('calendar.help')}
      value={calendar}
      onChange={(event) => preferences.set({ calendar: event.target.value as Calendar })}
      slotProps={{ select: { native: true } }}
      sx={{ width: '100%', maxWidth: 360 }}
    >
      {calendars.map((name) => (
        <option key={name} value={name}>
          {translate(`calendar.${name}`)}
        </option>
      ))}
    </TextField>
  );
}

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
      <Switch
        size="small"
        checked={isOn}
        tabIndex={-1}
        slotProps={{ input: { 'aria-hidden': true, tabIndex: -1 } }}
      />
    </MenuItem>
  );
}
