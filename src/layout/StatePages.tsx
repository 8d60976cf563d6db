import ErrorIcon from '@mui/icons-material/ErrorOutline';
import BlockIcon from '@mui/icons-material/LockOutlined';
import SearchOffIcon from '@mui/icons-material/SearchOff';
import { useTranslate } from 'ra-core';
import { lazy, type ReactNode, Suspense } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { requestIdOf } from '../core/http.ts';
import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';
import { Guard } from './Guard.tsx';
import { Reference } from './Reference.tsx';

// Without a connection, the page for errors must not fail itself.
const Contacts = lazy<() => ReactNode>(() =>
  import('./Help.tsx').then(
    (m) => ({ default: m.Contacts }),
    () => ({ default: (): ReactNode => null }),
  ),
);

function Ways() {
  const translate = useTranslate();
  const navigate = useNavigate();
  return (
    <>
      {window.history.length > 1 && (
        <Button variant="outlined" onClick={() => navigate(-1)}>
          {translate('errors.back')}
        </Button>
      )}
      <Button variant="contained" to="/">
        {translate('errors.to_dashboard')}
      </Button>
    </>
  );
}

/** The not-found page, also for invalid ids. */
export function NotFound() {
  const translate = useTranslate();
  return (
    <EmptyState
      heading="h1"
      icon={<SearchOffIcon />}
      title={translate('errors.not_found')}
      text={translate('errors.not_found_text')}
      action={<Ways />}
    />
  );
}

/** Replaces a view that the user's pairs do not allow; the address and Back stay intact. */
export function AccessDenied() {
  const translate = useTranslate();
  return (
    <EmptyState
      heading="h1"
      icon={<BlockIcon />}
      title={translate('errors.denied')}
      text={translate('errors.denied_text')}
      action={<Ways />}
    />
  );
}

/** Code that could not be fetched, as Chromium, Firefox, Safari and the build say it. */
const isCodeMissing = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module script|preload css/i.test(error.message);

/** The page-level error page, in the specification's own words. */
export function PageError({ error, onRetry }: { error?: unknown; onRetry?: () => void }) {
  const translate = useTranslate();
  // React keeps the failure of a `lazy` part, and after an upgrade the server no longer has the file: only another page load
  // helps. Offline that would leave the console.
  const retry = () => (isCodeMissing(error) && navigator.onLine ? location.reload() : onRetry?.());
  return (
    <div role="alert">
      <EmptyState
        heading="h1"
        icon={<ErrorIcon />}
        title={translate('errors.page_title')}
        text={
          <>
            {translate('errors.page')}
            <Suspense>
              <Contacts />
            </Suspense>
            <Reference id={requestIdOf(error)} />
          </>
        }
        action={
          onRetry && (
            <Button variant="contained" onClick={retry}>
              {translate('shell.try_again')}
            </Button>
          )
        }
      />
    </div>
  );
}

/** react-admin's error page for failures of the shell itself. */
export const ShellError = ({
  error,
  resetErrorBoundary,
}: {
  error: unknown;
  resetErrorBoundary: (why?: unknown) => void;
}) => <PageError error={error} onRetry={() => resetErrorBoundary()} />;

/** Keeps one page's failure from breaking the shell. Navigating resets it. */
export function PageBoundary({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation();
  return (
    <Guard place={pathname + search} instead={(error, retry) => <PageError error={error} onRetry={retry} />}>
      {children}
    </Guard>
  );
}
