import WalletIcon from '@mui/icons-material/AccountBalanceWalletOutlined';
import DarkIcon from '@mui/icons-material/DarkModeOutlined';
import LightIcon from '@mui/icons-material/LightModeOutlined';
import MenuIcon from '@mui/icons-material/Menu';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import { useTranslate } from 'ra-core';
import type { Ref } from 'react';
import { Link } from 'react-router-dom';
import { mayDo } from '../access.ts';
import { money } from '../format.ts';
import { PaletteButton } from '../keyboard/PaletteButton.tsx';
import { preferences } from '../preferences.ts';
import { Logo } from './Logo.tsx';
import { UserMenu } from './UserMenu.tsx';
import { usePreferences, useUser } from './useUser.ts';

const pill = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: 0.75,
  minHeight: 36,
  px: { xs: 1, sm: 1.5 },
  borderRadius: '18px',
  bgcolor: 'var(--tint)',
  color: 'var(--accent-text)',
  fontSize: '0.875rem',
  fontWeight: 500,
  fontVariantNumeric: 'tabular-nums',
  // On the narrowest screens a large amount, or wide text, takes a second line.
  minWidth: 0,
  lineHeight: 1.25,
  textAlign: 'center',
  whiteSpace: { xs: 'normal', sm: 'nowrap' },
} as const;

/** What is left in the wallet; it leads to the wallet's history where that may be read. */
function Balance() {
  const translate = useTranslate();
  const user = useUser();
  if (!user) return null;
  const amount = money(user.wallet?.balance ?? 0);
  const text = (
    <>
      <WalletIcon sx={{ fontSize: 18, display: { xs: 'none', md: 'block' } }} />
      {translate('shell.balance', { amount })}
    </>
  );
  if (!mayDo('wallet/history')) return <Box sx={pill}>{text}</Box>;
  return (
    <ButtonBase
      component={Link}
      to="/wallet/history"
      aria-label={translate('shell.balance_history', { amount })}
      sx={{ ...pill, '&:hover': { color: 'var(--accent-strong)', textDecoration: 'underline' } }}
    >
      {text}
    </ButtonBase>
  );
}

function Language() {
  const translate = useTranslate();
  const { language } = usePreferences();
  const other = language === 'en' ? 'ne' : 'en';
  return (
    <ButtonBase
      lang={other}
      onClick={() => preferences.set({ language: other })}
      sx={{
        minWidth: 36,
        minHeight: 36,
        px: 1,
        borderRadius: '8px',
        fontFamily: 'inherit',
        fontSize: '0.875rem',
        fontWeight: 500,
        color: 'text.secondary',
        '&:hover': { bgcolor: 'var(--tint)', color: 'text.primary' },
      }}
    >
      <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
        {translate(other === 'ne' ? 'auth.nepali' : 'auth.english')}
      </Box>
      <Box component="span" sx={{ display: { xs: 'inline', sm: 'none' } }}>
        {other === 'ne' ? 'ने' : 'EN'}
      </Box>
    </ButtonBase>
  );
}

function ThemeSwitch() {
  const translate = useTranslate();
  const { mode } = usePreferences();
  const other = mode === 'light' ? 'dark' : 'light';
  return (
    <IconButton
      size="small"
      className="top-theme"
      aria-label={translate(`auth.${other}`)}
      title={translate(`auth.${other}`)}
      onClick={() => preferences.set({ mode: other })}
      sx={{ width: 36, height: 36, borderRadius: '8px', color: 'text.secondary' }}
    >
      {other === 'dark' ? <DarkIcon fontSize="small" /> : <LightIcon fontSize="small" />}
    </IconButton>
  );
}

interface Props {
  onMenu: () => void;
  menuOpen: boolean;
  menuButton: Ref<HTMLButtonElement>;
}

export function TopBar({ onMenu, menuOpen, menuButton }: Props) {
  const translate = useTranslate();
  return (
    <Box component="header" className="top-bar" sx={{ gap: { xs: 0.25, sm: 1 }, px: { xs: 1, sm: 2 } }}>
      <IconButton
        ref={menuButton}
        aria-label={translate('shell.open_menu')}
        aria-haspopup="dialog"
        aria-expanded={menuOpen}
        onClick={onMenu}
        sx={{ display: { lg: 'none' }, width: 40, height: 40, borderRadius: '8px' }}
      >
        <MenuIcon />
      </IconButton>
      <Link to="/" className="top-brand" aria-label={translate('shell.home')}>
        <Logo />
        <Box component="span" sx={{ display: { xs: 'none', md: 'inline' } }}>
          {translate('auth.product')}
        </Box>
      </Link>
      <Box sx={{ flex: 1 }} />
      <PaletteButton />
      <Balance />
      <Language />
      <ThemeSwitch />
      <UserMenu />
    </Box>
  );
}
