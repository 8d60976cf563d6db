import { useNotify, useTranslate } from 'ra-core';
import { type ReactNode, useEffect, useState } from 'react';
import { loadProfile } from '../authProvider/profile.ts';
import { HttpError } from '../core/http.ts';
import { PageError } from './StatePages.tsx';
import { useUser } from './useUser.ts';

const FAILED = 'Error while fetching profile data';

/**
 * Loads the profile once when the shell mounts. A remembered user sees the shell at once and it follows the server's
 * answer; everybody else sees a spinner until then.
 */
export function ProfileGate({ children }: { children: ReactNode }) {
  const translate = useTranslate();
  const notify = useNotify();
  const user = useUser();
  const [attempt, setAttempt] = useState(0);
  const [failure, setFailure] = useState<unknown>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again
  useEffect(() => {
    setFailure(undefined);
    loadProfile().catch((error: unknown) => {
      const isSilent = error instanceof HttpError && error.isSilent;
      const message = (!isSilent && error instanceof Error && error.message) || FAILED;
      setFailure(error);
      notify(message, { type: 'error' });
    });
  }, [attempt]);

  if (user) return children;
  if (failure) return <PageError error={failure} onRetry={() => setAttempt(attempt + 1)} />;
  return (
    <div className="shell-loading">
      <span role="progressbar" aria-label={translate('shell.loading')} />
    </div>
  );
}
