import { routeOf } from '../core/route.ts';

type Load = () => Promise<unknown>;

/**
 * The screens of the menu, by route. The start fetches the one of the address at once, beside the console's own
 * code; the console would find it only after that has come.
 * @public The build reads the routes (scripts/consoleBuild.ts).
 */
export const screens: Readonly<Record<string, Load>> = {
  '': () => import('../resources/dashboard/Dashboard.tsx'),
  'packages/sms': () => import('../resources/billing/packages/PackageList.tsx'),
  'packages/active-packages': () => import('../resources/billing/activePackages/ActivePackageList.tsx'),
  'packages/history': () => import('../resources/billing/packageHistory/PurchaseList.tsx'),
  'sms/bulk-sms': () => import('../resources/messaging/compose/ComposePage.tsx'),
  'sms/templates': () => import('../resources/messaging/templates/TemplateList.tsx'),
  sms: () => import('../resources/messaging/campaigns/CampaignList.tsx'),
  'sms/consumption-history': () => import('../resources/billing/consumption/ConsumptionList.tsx'),
  contact: () => import('../resources/contacts/contacts/ContactList.tsx'),
  'wallet/topup-history': () => import('../resources/billing/topups/TopupList.tsx'),
  users: () => import('../resources/people/users/UserList.tsx'),
  'settings/blacklist': () => import('../resources/contacts/blacklist/BlacklistList.tsx'),
  'settings/api-keys': () => import('../resources/developers/apiKeys/ApiKeyList.tsx'),
  'settings/webhooks': () => import('../resources/developers/webhooks/WebhookList.tsx'),
  'admin/search': () => import('../resources/search/SearchPage.tsx'),
  'admin/accounts': () => import('../resources/people/accounts/AccountList.tsx'),
  kyc: () => import('../resources/people/kyc/KycPage.tsx'),
  'admin/payment-references': () => import('../resources/billing/paymentReviews/PaymentReviewList.tsx'),
  'admin/sender-identities': () => import('../resources/messaging/senderIdentities/SenderRequestList.tsx'),
  'admin/campaigns': () => import('../resources/messaging/oversight/OversightList.tsx'),
  'admin/wallets': () => import('../resources/billing/wallets/WalletList.tsx'),
  'admin/product-pricing': () => import('../resources/billing/productPricing/PricingList.tsx'),
  'admin/packages': () => import('../resources/billing/packagesForSale/PackageForSaleList.tsx'),
  'admin/blocked-keywords': () => import('../resources/messaging/blockedKeywords/KeywordList.tsx'),
  'admin/viber-identities': () => import('../resources/messaging/viberIdentities/ViberList.tsx'),
  'admin/number-plan': () => import('../resources/operations/numberPlan/NumberPlanList.tsx'),
  'admin/operator-links': () => import('../resources/operations/operatorLinks/OperatorLinkList.tsx'),
  'admin/audit-log': () => import('../resources/operations/auditLog/AuditList.tsx'),
  'admin/settings': () => import('../resources/operations/settings/SettingsPage.tsx'),
};

/** How to fetch the screen of a path, where that is one of the menu's. */
export function firstScreen(path: string): Load | undefined {
  const route = routeOf(path);
  return Object.hasOwn(screens, route) ? screens[route] : undefined;
}
