import type { ReactElement } from 'react';
import type { Feature } from '#schema/features.ts';
import { screen } from '../../../start/screen.ts';

export interface SettingsTab {
  /** The last part of the address; '' is `/admin/settings` itself. */
  path: string;
  /** The tab exists if the server offers this. */
  feature: Feature;
  view: ReactElement;
}

/**
 * The tabs of the provider's settings, in order: each is loaded when it is opened, from a file of its own, and its label is
 * the text `settings.tabs.{path}`, or `sending`.
 */
export const settingsTabs: readonly SettingsTab[] = [
  {
    path: '',
    feature: 'settings',
    view: screen(() => import('./SendingTab.tsx').then((m) => m.SendingTab), ['settings']),
  },
  {
    path: 'brand',
    feature: 'brand-settings',
    view: screen(() => import('./BrandTab.tsx').then((m) => m.BrandTab), ['settings']),
  },
  {
    path: 'billing',
    feature: 'billing-settings',
    view: screen(
      () => import('./billing/BillingTab.tsx').then((m) => m.BillingTab),
      ['settings', 'billingSettings', 'payments'],
    ),
  },
  {
    path: 'mail',
    feature: 'mail-settings',
    view: screen(
      () => import('./mail/MailTab.tsx').then((m) => m.MailTab),
      ['settings', 'mailSettings', 'mailTexts'],
    ),
  },
  {
    path: 'security',
    feature: 'settings',
    view: screen(() => import('./SecurityTab.tsx').then((m) => m.SecurityTab), ['settings']),
  },
  {
    path: 'calendar',
    feature: 'settings',
    view: screen(() => import('./CalendarTab.tsx').then((m) => m.CalendarTab), ['settings']),
  },
  {
    path: 'health',
    feature: 'setup-health',
    view: screen(() => import('./HealthTab.tsx').then((m) => m.HealthTab), ['health']),
  },
];
