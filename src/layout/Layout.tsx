import { useTranslate } from 'ra-core';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { refreshProfile } from '../authProvider/profile.ts';
import { Banners } from './Banners.tsx';
import { useFocusKept } from './focus.ts';
import { Keyboard } from './keyboard/Keyboard.tsx';
import { OfflineBanner } from './OfflineBanner.tsx';
import { PageSkeleton } from './PageSkeleton.tsx';
import { useTitleFromHeading } from './pageTitle.ts';
import { RequireTwoFactor } from './RequireTwoFactor.tsx';
import { Menu } from './Sidebar.tsx';
import { PageBoundary } from './StatePages.tsx';
import { StepUp } from './StepUp.tsx';
import { StockTitle } from './StockTitle.tsx';
import { TopBar } from './TopBar.tsx';
import { useRefreshWhenStale } from './useRefreshWhenStale.ts';
import './layout.css';
import './forced.css';
import './print.css';
import { useOnFirstInteraction } from '../start/useOnFirstInteraction.ts';

const loadDrawer = () => import('./MenuDrawer.tsx');
const MenuDrawer = lazy(() => loadDrawer().then((m) => ({ default: m.MenuDrawer })));

/** Age in milliseconds after which the balance is refetched. */
const BALANCE_AGE = 30_000;

/** The shell around every signed-in page: top bar, menu, and the page in its own error boundary. */
export function Layout({ children }: { children: ReactNode }) {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  const menuButton = useRef<HTMLButtonElement>(null);
  useTitleFromHeading(main);
  useFocusKept(main);
  // A top-up is approved while its customer looks at any page.
  useRefreshWhenStale(BALANCE_AGE, () => void refreshProfile());
  const close = () => setOpen(false);
  // Stays mounted so that it can slide out.
  const wasOpen = useRef(false);
  wasOpen.current ||= open;
  useOnFirstInteraction(loadDrawer);

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
      <Banners />
      <TopBar onMenu={() => setOpen(true)} menuOpen={open} menuButton={menuButton} />
      <div className="side-bar">
        <Menu />
      </div>
      <Suspense>{wasOpen.current && <MenuDrawer open={open} onClose={close} />}</Suspense>
      <main id="main" className="page" tabIndex={-1} ref={main}>
        <OfflineBanner />
        <StockTitle />
        <PageBoundary>
          <Suspense fallback={<PageSkeleton />}>
            <RequireTwoFactor>{children}</RequireTwoFactor>
          </Suspense>
        </PageBoundary>
      </main>
      <Keyboard />
      <StepUp />
    </div>
  );
}
