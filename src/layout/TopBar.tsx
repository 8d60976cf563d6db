import WalletIcon from '@mui/icons-material/AccountBalanceWalletOutlined';
import DarkIcon from '@mui/icons-material/DarkModeOutlined';
import LightIcon from '@mui/icons-material/LightModeOutlined';
import MenuIcon from '@mui/icons-material/Menu';
import { useTranslate } from 'ra-core';
import type { Ref } from 'react';
import { Link } from 'react-router-dom';
import { canAccess, usesOwnAccount } from '../core/access.ts';
import { money } from '../core/format.ts';
import { preferences } from '../core/preferences.ts';
import { Logo } from '../public/Logo.tsx';
import { PaletteButton } from './keyboard/PaletteButton.tsx';
import { PendingPage } from './PendingPage.tsx';
import { useProduct } from './pageTitle.ts';
import { UserMenu } from './UserMenu.tsx';
import { useBalance, usePreferences, useUser } from './useUser.ts';

/** The wallet's balance, for users who may see it; a link to the wallet's history if they may read it. */
function Balance() {
  const translate = useTranslate();
  const user = useUser();
  const balance = useBalance();
  if (!user || balance === undefined || !usesOwnAccount()) return null;
  const amount = money(balance);
  const demo = user.wallet?.is_demo === true && translate('shell.demo_money');
  const text = (
    <>
      <WalletIcon />
      <span>
        <span>{translate('shell.balance', { amount })}</span> {demo && <small>{demo}</small>}
      </span>
    </>
  );
  if (!canAccess('wallet/history')) return <span className="balance">{text}</span>;
  return (
    <Link
      to="/wallet/history"
      className="balance"
      // Voice control finds a link by its visible text, in order.
      aria-label={translate('shell.balance_history', { amount: demo ? `${amount} ${demo}` : amount })}
    >
      {text}
    </Link>
  );
}

function Language() {
  const translate = useTranslate();
  const { language } = usePreferences();
  const other = language === 'en' ? 'ne' : 'en';
  return (
    <button
      type="button"
      lang={other}
      className="bar-button"
      onClick={() => preferences.set({ language: other })}
    >
      <span className="from-sm">{translate(other === 'ne' ? 'auth.nepali' : 'auth.english')}</span>
      <span className="below-sm">{other === 'ne' ? 'ने' : 'EN'}</span>
    </button>
  );
}

function ThemeSwitch() {
  const translate = useTranslate();
  const { mode } = usePreferences();
  const other = mode === 'light' ? 'dark' : 'light';
  return (
    <button
      type="button"
      className="bar-button top-theme"
      aria-label={translate(`auth.${other}`)}
      title={translate(`auth.${other}`)}
      onClick={() => preferences.set({ theme: other })}
    >
      {other === 'dark' ? <DarkIcon fontSize="small" /> : <LightIcon fontSize="small" />}
    </button>
  );
}

interface Props {
  onMenu: () => void;
  menuOpen: boolean;
  menuButton: Ref<HTMLButtonElement>;
}

export function TopBar({ onMenu, menuOpen, menuButton }: Props) {
  const translate = useTranslate();
  const product = useProduct();
  return (
    <header className="top-bar">
      <button
        type="button"
        ref={menuButton}
        className="bar-button top-menu"
        aria-label={translate('shell.open_menu')}
        aria-haspopup="dialog"
        aria-expanded={menuOpen}
        onClick={onMenu}
      >
        <MenuIcon />
      </button>
      <Link to="/" className="top-brand" aria-label={translate('shell.home', { product })}>
        <Logo />
        <span className="from-md">{product}</span>
      </Link>
      <span className="top-space" />
      <PaletteButton />
      <Balance />
      <Language />
      <ThemeSwitch />
      <UserMenu />
      <PendingPage />
    </header>
  );
}
