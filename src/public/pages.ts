import type { ComponentType } from 'react';
import type { PageProps } from './PublicPage.tsx';

type Load = () => Promise<ComponentType<PageProps>>;

const pages: Record<string, Load> = {
  'confirm-address': () => import('./ConfirmAddress.tsx').then((m) => m.ConfirmAddress),
  register: () => import('./Register.tsx').then((m) => m.Register),
  'forgot-password': () => import('./ForgotPassword.tsx').then((m) => m.ForgotPassword),
  'not-me': () => import('./NotMe.tsx').then((m) => m.NotMe),
  'reset-password': () => import('./ResetPassword.tsx').then((m) => m.ResetPassword),
};

/** Pages of mailed links: their address has one more part. */
const MAILED = new Set(['reset-password', 'not-me', 'confirm-address']);

/** Loader of a path's public page, except sign-in; undefined if there is none. */
export function publicPage(path: string): Load | undefined {
  const [, name = '', more, ...rest] = path.replace(/\/+$/, '').split('/');
  // A link that was cut short has a page too, which says so.
  if (rest.length > 0 || (more && !MAILED.has(name))) return undefined;
  return Object.hasOwn(pages, name) ? pages[name] : undefined;
}
