import CssBaseline from '@mui/material/CssBaseline';
import { CoreAdminUI } from 'ra-core';
import { createElement } from 'react';
import type { AdminUIProps } from 'react-admin';

/**
 * What the build puts in the place of react-admin's own `AdminUI` (scripts/consoleBuild.ts): the same without its
 * layout, sign-in page, error pages and notifications, which `App.tsx` replaces and a browser would fetch all the same.
 */
export const AdminUI = ({ notification, ...props }: AdminUIProps) => (
  <>
    <CssBaseline />
    <CoreAdminUI {...props} />
    {notification && createElement(notification)}
  </>
);
