import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import { useTranslate } from 'ra-core';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { refreshProfile } from '../authProvider/profile.ts';
import { Logo } from './Logo.tsx';
import { OfflineBanner } from './OfflineBanner.tsx';
import { PageSkeleton } from './PageSkeleton.tsx';
import { useTitleFromHeading } from './pageTitle.ts';
import { Menu } from './Sidebar.tsx';
import { PageBoundary } from './StatePages.tsx';
import { TopBar } from './TopBar.tsx';
import './layout.css';

/** How old a balance may be, in milliseconds, before another page or coming back to the tab renews it. */
const BALANCE_AGE = 30_000;

function useFreshBalance(): void {
  const { pathname } = useLocation();
  const last = useRef({ at: Date.now(), pathname });
  useEffect(() => {
    const renew = () => {
      if (document.hidden || Date.now() - last.current.at < BALANCE_AGE) return;
      last.current.at = Date.now();
      void refreshProfile();
    };
    if (last.current.pathname !== pathname) renew();
    last.current.pathname = pathname;
    document.addEventListener('visibilitychange', renew);
    return () => document.removeEventListener('visibilitychange', renew);
  }, [pathname]);
}

/** The shell around every signed-in page: top bar, menu, and the page within its own error boundary. */
export function Layout({ children }: { children: ReactNode }) {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  const menuButton = useRef<HTMLButtonElement>(null);
  useTitleFromHeading(main);
  useFreshBalance();
  const close = () => setOpen(false);

  return (
    <div className="shell">
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to the content, and the address stays as it is */}
      <a
        href="#main"
        className="skip-link"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {translate('shell.skip')}
      </a>
      <TopBar onMenu={() => setOpen(true)} menuOpen={open} menuButton={menuButton} />
      <div className="side-bar">
        <Menu />
      </div>
      <Drawer
        open={open}
        onClose={close}
        sx={{ display: { lg: 'none' } }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-modal': true,
            'aria-label': translate('shell.menu'),
            sx: { width: '100%' },
          },
        }}
      >
        <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', p: 1, pl: 2.5 }}>
          <Logo />
          <IconButton
            aria-label={translate('shell.close_menu')}
            onClick={close}
            sx={{ width: 40, height: 40 }}
          >
            <CloseIcon />
          </IconButton>
        </Box>
        <Menu onNavigate={close} />
      </Drawer>
      <main id="main" className="page" tabIndex={-1} ref={main}>
        <OfflineBanner />
        <PageBoundary>
          <Suspense fallback={<PageSkeleton />}>{children}</Suspense>
        </PageBoundary>
      </main>
    </div>
  );
}
