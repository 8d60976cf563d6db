import { useRedirect } from 'ra-core';
import { useContext } from 'react';
import { UNSAFE_DataRouterContext as DataRouter } from 'react-router-dom';
import { useIsGone } from './useIsGone.ts';

/**
 * react-admin's redirect, for after saving: whoever has left the page meanwhile is not called back, and a link that was
 * pressed is followed instead.
 */
export function useRedirectAfterSaving(): ReturnType<typeof useRedirect> {
  const router = useContext(DataRouter)?.router;
  const redirect = useRedirect();
  const isGone = useIsGone();
  return (...to) => {
    // The form's guard holds that link, and lets it go when the form counts as saved.
    const isLinkPressed = [...(router?.state.blockers.values() ?? [])].some(
      ({ state }) => state === 'blocked',
    );
    if (!isLinkPressed && !isGone.current) redirect(...to);
  };
}
