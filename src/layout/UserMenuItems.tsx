import BadgeIcon from '@mui/icons-material/BadgeOutlined';
import HelpIcon from '@mui/icons-material/HelpOutline';
import KeyboardIcon from '@mui/icons-material/KeyboardOutlined';
import KeyIcon from '@mui/icons-material/KeyOutlined';
import LogoutIcon from '@mui/icons-material/Logout';
import PersonIcon from '@mui/icons-material/PersonOutlined';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { signOut } from '../authProvider/login.ts';
import { canAccess } from '../core/access.ts';
import { preferences } from '../core/preferences.ts';
import { support } from '../public/text.ts';
import { CalendarItem } from './CalendarItem.tsx';
import { openOverlay } from './keyboard/overlay.ts';
import { ThemeItem } from './ThemeItem.tsx';
import { usePreferences, useUser } from './useUser.ts';

interface Props {
  id: string;
  name: string;
  anchor: HTMLElement;
  onClose: () => void;
}

/** Whose menu it is. Not a menu item: the library is told to skip it, or it would receive the focus. */
function Owner({ name, email }: { name: string; email?: string | null }) {
  return (
    <Box component="li" role="none" sx={{ px: 2, pt: 1, pb: 1.25 }}>
      <Typography sx={{ fontWeight: 600 }}>{name}</Typography>
      {email && (
        <Typography variant="caption" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {email}
        </Typography>
      )}
    </Box>
  );
}
Owner.muiSkipListHighlight = true;

/** The user menu: Profile, Change Password, settings of this browser, Sign out. */
export function UserMenuItems({ id, name, anchor, onClose }: Props) {
  const translate = useTranslate();
  const user = useUser();
  const { language, digits } = usePreferences();
  const [leaving, setLeaving] = useState(false);
  const hasProfile = canAccess('profile');

  return (
    <Menu
      id={id}
      anchorEl={anchor}
      open
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ paper: { sx: { mt: 0.5, minWidth: 232 } } }}
    >
      <Owner name={name} email={user?.email} />
      <Divider component="li" sx={{ mb: 0.5 }} />
      {hasProfile && (
        <MenuItem autoFocus component={Link} to="/profile" onClick={onClose}>
          <ListItemIcon>
            <PersonIcon fontSize="small" />
          </ListItemIcon>
          {translate('menu.profile')}
        </MenuItem>
      )}
      <MenuItem component={Link} to="/kyc" onClick={onClose}>
        <ListItemIcon>
          <BadgeIcon fontSize="small" />
        </ListItemIcon>
        {translate('kyc.menu')}
      </MenuItem>
      {!user?.acting && (
        <MenuItem
          autoFocus={!hasProfile}
          onClick={() => {
            onClose();
            openOverlay('password');
          }}
        >
          <ListItemIcon>
            <KeyIcon fontSize="small" />
          </ListItemIcon>
          {translate('shell.change_password')}
        </MenuItem>
      )}
      <ThemeItem theme="light" />
      <ThemeItem theme="dark" />
      <ThemeItem theme="system" />
      <CalendarItem />
      {language === 'ne' && (
        <MenuItem
          role="menuitemcheckbox"
          aria-checked={digits === 'devanagari'}
          onClick={() => preferences.set({ digits: digits === 'latin' ? 'devanagari' : 'latin' })}
        >
          <Box sx={{ flex: 1, mr: 2, pl: 4.5 }}>{translate('shell.devanagari_digits')}</Box>
          <span inert>
            <Switch size="small" checked={digits === 'devanagari'} />
          </span>
        </MenuItem>
      )}
      {support().length > 0 && (
        <MenuItem
          onClick={() => {
            onClose();
            openOverlay('help');
          }}
        >
          <ListItemIcon>
            <HelpIcon fontSize="small" />
          </ListItemIcon>
          {translate('shell.help')}
        </MenuItem>
      )}
      <MenuItem
        onClick={() => {
          onClose();
          openOverlay('shortcuts');
        }}
      >
        <ListItemIcon>
          <KeyboardIcon fontSize="small" />
        </ListItemIcon>
        {translate('keyboard.title')}
      </MenuItem>
      <MenuItem
        disabled={leaving}
        onClick={() => {
          setLeaving(true);
          void signOut();
        }}
      >
        <ListItemIcon>
          <LogoutIcon fontSize="small" />
        </ListItemIcon>
        {translate(leaving ? 'shell.signing_out' : 'shell.sign_out')}
      </MenuItem>
    </Menu>
  );
}
