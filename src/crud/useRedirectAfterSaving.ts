import { useRedirect } from 'ra-core';
import { useContext } from 'react';
import { UNSAFE_DataRouterContext as DataRouter } from 'react-router-dom';

/** react-admin's redirect, for after saving: a link that was pressed meanwhile is followed instead. */
export function useRedirectAfterSaving(): ReturnType<typeof useRedirect> {
  const router = useContext(DataRouter)?.router;
  const redirect = useRedirect();
  return (...to) => {
    // The form's guard holds that link, and lets it go when the form counts as saved.
    const isLinkPressed = [...(router?.state.blockers.values() ?? [])].some(
      ({ state }) => state === 'blocked',
    );
    if (!isLinkPressed) redirect(...to);
  };
}
