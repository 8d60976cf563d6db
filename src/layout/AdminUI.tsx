import { CoreAdminUI } from 'ra-core';
import { createElement } from 'react';
import type { AdminUIProps } from 'react-admin';

/**
 * Replaces react-admin's `AdminUI` in the build (scripts/consoleBuild.ts): the same without its layout, sign-in page, error
 * pages and notifications, which `App.tsx` replaces but browsers would still load, and without its `CssBaseline`, which
 * layout.css has as plain CSS.
 */
export const AdminUI = ({ notification, ...props }: AdminUIProps) => (
  <>
    <CoreAdminUI {...props} />
    {notification && createElement(notification)}
  </>
);
