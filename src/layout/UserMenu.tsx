import BadgeIcon from '@mui/icons-material/BadgeOutlined';
import DarkIcon from '@mui/icons-material/DarkModeOutlined';
import KeyIcon from '@mui/icons-material/KeyOutlined';
import LightIcon from '@mui/icons-material/LightModeOutlined';
import LogoutIcon from '@mui/icons-material/Logout';
import PersonIcon from '@mui/icons-material/PersonOutlined';
import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Divider from '@mui/material/Divider';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { lazy, Suspense, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { mayDo } from '../access.ts';
import { signOut } from '../authProvider/login.ts';
import { initials } from '../format.ts';
import { preferences } from '../preferences.ts';
import { CalendarItem } from './CalendarSwitch.tsx';
import { usePreferences, useUser } from './useUser.ts';

const ChangePassword = lazy(() =>
  import('./ChangePassword.tsx').then((m) => ({ default: m.ChangePassword })),
);

/** Headed with the user's name: Profile, Change Password, what this browser remembers, Sign out. */
export function UserMenu() {
  const translate = useTranslate();
  const user = useUser();
  const { language, digits, mode } = usePreferences();
  const menuId = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [asked, setAsked] = useState(false);
  const [changing, setChanging] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const name = user?.name?.trim() || translate('shell.user');
  const hasProfile = mayDo('profile');
  const close = () => setAnchor(null);

  return (
    <>
      <ButtonBase
        aria-label={translate('shell.user_menu', { name })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? menuId : undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ borderRadius: '20px', p: '4px', gap: 1, '&:hover': { bgcolor: 'var(--tint)' } }}
      >
        <Avatar
          sx={{
            width: 32,
            height: 32,
            fontSize: '0.8125rem',
            fontWeight: 600,
            bgcolor: 'primary.main',
            color: 'primary.contrastText',
          }}
        >
          {initials(name)}
        </Avatar>
        <Typography
          component="span"
          variant="body2"
          noWrap
          sx={{ display: { xs: 'none', md: 'block' }, maxWidth: 160, pr: 1, fontWeight: 500 }}
        >
          {name}
        </Typography>
      </ButtonBase>
      <Menu
        id={menuId}
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { sx: { mt: 0.5, minWidth: 232 } } }}
      >
        <Box component="li" role="none" sx={{ px: 2, pt: 1, pb: 1.25, outline: 0 }}>
          <Typography sx={{ fontWeight: 600 }}>{name}</Typography>
          {user?.email && (
            <Typography variant="caption" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
              {user.email}
            </Typography>
          )}
        </Box>
        <Divider component="li" sx={{ mb: 0.5 }} />
        {hasProfile && (
          <MenuItem autoFocus component={Link} to="/profile" onClick={close}>
            <ListItemIcon>
              <PersonIcon fontSize="small" />
            </ListItemIcon>
            {translate('menu.profile')}
          </MenuItem>
        )}
        <MenuItem component={Link} to="/kyc" onClick={close}>
          <ListItemIcon>
            <BadgeIcon fontSize="small" />
          </ListItemIcon>
          {translate('kyc.menu')}
        </MenuItem>
        <MenuItem
          autoFocus={!hasProfile}
          onClick={() => {
            close();
            setAsked(true);
            setChanging(true);
          }}
        >
          <ListItemIcon>
            <KeyIcon fontSize="small" />
          </ListItemIcon>
          {translate('shell.change_password')}
        </MenuItem>
        <MenuItem
          sx={{ display: { sm: 'none' } }}
          onClick={() => preferences.set({ mode: mode === 'light' ? 'dark' : 'light' })}
        >
          <ListItemIcon>
            {mode === 'light' ? <DarkIcon fontSize="small" /> : <LightIcon fontSize="small" />}
          </ListItemIcon>
          {translate(mode === 'light' ? 'auth.dark' : 'auth.light')}
        </MenuItem>
        <CalendarItem />
        {language === 'ne' && (
          <MenuItem
            role="menuitemcheckbox"
            aria-checked={digits === 'devanagari'}
            onClick={() => preferences.set({ digits: digits === 'latin' ? 'devanagari' : 'latin' })}
          >
            <Box sx={{ flex: 1, mr: 2 }}>{translate('shell.devanagari_digits')}</Box>
            <Switch
              size="small"
              checked={digits === 'devanagari'}
              tabIndex={-1}
              slotProps={{ input: { 'aria-hidden': true, tabIndex: -1 } }}
            />
          </MenuItem>
        )}
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
      <Suspense>{asked && <ChangePassword open={changing} onClose={() => setChanging(false)} />}</Suspense>
    </>
  );
}
