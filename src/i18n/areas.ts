import { type Area, addAreas } from './texts.ts';

/**
 * Texts that load with the screens that show them; those that every page needs are in english.ts and nepali.ts. A screen
 * names its areas where it is declared (start/screen.ts). tests/console/i18n/areas.test.ts finds one that is missing.
 */
const areas = {
  accounts: { en: () => import('./en/accounts.ts'), ne: () => import('./ne/accounts.ts') },
  approval: { en: () => import('./en/approval.ts'), ne: () => import('./ne/approval.ts') },
  audit: { en: () => import('./en/audit.ts'), ne: () => import('./ne/audit.ts') },
  billingSettings: {
    en: () => import('./en/billingSettings.ts'),
    ne: () => import('./ne/billingSettings.ts'),
  },
  blacklist: { en: () => import('./en/blacklist.ts'), ne: () => import('./ne/blacklist.ts') },
  catalogue: { en: () => import('./en/catalogue.ts'), ne: () => import('./ne/catalogue.ts') },
  compose: { en: () => import('./en/compose.ts'), ne: () => import('./ne/compose.ts') },
  conflicts: { en: () => import('./en/conflicts.ts'), ne: () => import('./ne/conflicts.ts') },
  contacts: { en: () => import('./en/contacts.ts'), ne: () => import('./ne/contacts.ts') },
  dashboard: { en: () => import('./en/dashboard.ts'), ne: () => import('./ne/dashboard.ts') },
  developers: { en: () => import('./en/developers.ts'), ne: () => import('./ne/developers.ts') },
  health: { en: () => import('./en/health.ts'), ne: () => import('./ne/health.ts') },
  kyc: { en: () => import('./en/kyc.ts'), ne: () => import('./ne/kyc.ts') },
  linkForms: { en: () => import('./en/linkForms.ts'), ne: () => import('./ne/linkForms.ts') },
  links: { en: () => import('./en/links.ts'), ne: () => import('./ne/links.ts') },
  mailSettings: { en: () => import('./en/mailSettings.ts'), ne: () => import('./ne/mailSettings.ts') },
  mailTexts: { en: () => import('./en/mailTexts.ts'), ne: () => import('./ne/mailTexts.ts') },
  messaging: { en: () => import('./en/messaging.ts'), ne: () => import('./ne/messaging.ts') },
  onlinePayment: { en: () => import('./en/onlinePayment.ts'), ne: () => import('./ne/onlinePayment.ts') },
  oversight: { en: () => import('./en/oversight.ts'), ne: () => import('./ne/oversight.ts') },
  payments: { en: () => import('./en/payments.ts'), ne: () => import('./ne/payments.ts') },
  profile: { en: () => import('./en/profile.ts'), ne: () => import('./ne/profile.ts') },
  reports: { en: () => import('./en/reports.ts'), ne: () => import('./ne/reports.ts') },
  reviews: { en: () => import('./en/reviews.ts'), ne: () => import('./ne/reviews.ts') },
  routing: { en: () => import('./en/routing.ts'), ne: () => import('./ne/routing.ts') },
  settings: { en: () => import('./en/settings.ts'), ne: () => import('./ne/settings.ts') },
  setup: { en: () => import('./en/setup.ts'), ne: () => import('./ne/setup.ts') },
  sheets: { en: () => import('./en/sheets.ts'), ne: () => import('./ne/sheets.ts') },
  erasures: { en: () => import('./en/erasures.ts'), ne: () => import('./ne/erasures.ts') },
  exports: { en: () => import('./en/exports.ts'), ne: () => import('./ne/exports.ts') },
  team: { en: () => import('./en/team.ts'), ne: () => import('./ne/team.ts') },
  twoFactor: { en: () => import('./en/twoFactor.ts'), ne: () => import('./ne/twoFactor.ts') },
  users: { en: () => import('./en/users.ts'), ne: () => import('./ne/users.ts') },
} satisfies Record<string, Area>;

/** The name of a file in `en` and `ne`. */
export type AreaName = keyof typeof areas;

/** All of them. */
export const areaNames = Object.keys(areas) as AreaName[];

/** Loads texts in the languages that the page is shown in; rejects if they cannot be loaded. */
export const loadAreas = (names: readonly AreaName[]): Promise<void> =>
  addAreas(names.map((name) => areas[name]));
