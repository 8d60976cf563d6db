import CheckIcon from '@mui/icons-material/CheckRounded';
import DarkIcon from '@mui/icons-material/DarkModeOutlined';
import LightIcon from '@mui/icons-material/LightModeOutlined';
import SystemIcon from '@mui/icons-material/SettingsBrightnessOutlined';
import Box from '@mui/material/Box';
import ListItemIcon from '@mui/material/ListItemIcon';
import MenuItem from '@mui/material/MenuItem';
import { useTranslate } from 'ra-core';
import { type Preferences, preferences } from '../core/preferences.ts';
import { usePreferences } from './useUser.ts';

const looks = {
  light: ['auth.light', LightIcon],
  dark: ['auth.dark', DarkIcon],
  system: ['shell.system_theme', SystemIcon],
} as const;

/** Menu item that chooses a theme, one of three; the page changes behind the open menu. */
export function ThemeItem({ theme }: { theme: Preferences['theme'] }) {
  const translate = useTranslate();
  const isChosen = usePreferences().theme === theme;
  const [label, Icon] = looks[theme];
  return (
    <MenuItem role="menuitemradio" aria-checked={isChosen} onClick={() => preferences.set({ theme })}>
      <ListItemIcon>
        <Icon fontSize="small" />
      </ListItemIcon>
      <Box sx={{ flex: 1, mr: 2 }}>{translate(label)}</Box>
      {isChosen && <CheckIcon fontSize="small" aria-hidden="true" />}
    </MenuItem>
  );
}
