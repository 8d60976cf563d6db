import { type ReactElement, useEffect } from 'react';
import { createBrowserRouter, type RouteObject, RouterProvider } from 'react-router-dom';
import { http } from './core/http.ts';
import { leaveTo, loginPath } from './core/session.ts';
import { createDataProvider } from './dataProvider/dataProvider.ts';
import { createI18nProvider } from './i18n/i18nProvider.ts';
import { Gate, RecordGate } from './layout/Gate.tsx';
import { Layout } from './layout/Layout.tsx';
import { ProfileGate } from './layout/ProfileGate.tsx';
import { consoleRoutes } from './layout/routes.tsx';
import { PageBoundary } from './layout/StatePages.tsx';
import { activePackageResource } from './resources/billing/activePackages/index.tsx';
import { consumptionResource } from './resources/billing/consumption/index.tsx';
import { dailyConsumptionResource } from './resources/billing/dailyConsumption/index.tsx';
import { onlinePaymentResource } from './resources/billing/onlinePayments/index.tsx';
import { packageHistoryResource } from './resources/billing/packageHistory/index.tsx';
import { packageResource } from './resources/billing/packages/index.tsx';
import { packageForSaleResource } from './resources/billing/packagesForSale/index.tsx';
import { paymentRefundResource } from './resources/billing/paymentRefunds/index.tsx';
import { paymentReviewResource } from './resources/billing/paymentReviews/index.tsx';
import { productPricingResource } from './resources/billing/productPricing/index.tsx';
import { topupResource } from './resources/billing/topups/index.tsx';
import { walletHistoryResource } from './resources/billing/walletHistory/index.tsx';
import {
  anyWalletEntryResource,
  walletAdjustmentResource,
  walletResource,
} from './resources/billing/wallets/index.tsx';
import { blacklistResource } from './resources/contacts/blacklist/index.tsx';
import { blacklistImportResource } from './resources/contacts/blacklistImports/index.tsx';
import { contactResource } from './resources/contacts/contacts/index.tsx';
import { contactGroupResource } from './resources/contacts/groups/index.tsx';
import { contactImportResource } from './resources/contacts/imports/index.tsx';
import { apiKeyResource } from './resources/developers/apiKeys/index.tsx';
import { webhookDeliveryResource } from './resources/developers/webhookDeliveries/index.tsx';
import { webhookResource } from './resources/developers/webhooks/index.tsx';
import { blockedKeywordResource } from './resources/messaging/blockedKeywords/index.tsx';
import { campaignResource } from './resources/messaging/campaigns/index.tsx';
import { messageResource } from './resources/messaging/messages/index.tsx';
import { oversightResource } from './resources/messaging/oversight/index.tsx';
import { senderRequestResource } from './resources/messaging/senderIdentities/index.tsx';
import { templateResource } from './resources/messaging/templates/index.tsx';
import { viberIdentityResource } from './resources/messaging/viberIdentities/index.tsx';
import { auditLogResource } from './resources/operations/auditLog/index.tsx';
import { numberPlanResource } from './resources/operations/numberPlan/index.tsx';
import { operatorLinkResource } from './resources/operations/operatorLinks/index.tsx';
import { accountPackageResource, accountResource } from './resources/people/accounts/index.tsx';
import { kycRecord, kycResource } from './resources/people/kyc/index.tsx';
import { userResource } from './resources/people/users/index.tsx';
import { takeList, takePage } from './start/firstList.ts';
import { prefetch, prefetchLinks, screen, standsAt } from './start/screen.ts';

const dashboard = screen(() =>
  import('./resources/dashboard/Dashboard.tsx').then((m) => ({ default: m.Dashboard })),
);
const composePage = screen(() =>
  import('./resources/messaging/compose/ComposePage.tsx').then((m) => ({ default: m.ComposePage })),
);

const topupPage = screen(() =>
  import('./resources/billing/topup/TopupPage.tsx').then((m) => ({ default: m.TopupPage })),
);
const invoicePage = screen(() =>
  import('./resources/billing/invoice/InvoicePage.tsx').then((m) => ({ default: m.InvoicePage })),
);
const profilePage = screen(() =>
  import('./resources/people/profile/ProfilePage.tsx').then((m) => ({ default: m.ProfilePage })),
);
const settingsPage = screen(() =>
  import('./resources/operations/settings/SettingsPage.tsx').then((m) => ({ default: m.SettingsPage })),
);
const failoverPage = screen(() =>
  import('./resources/operations/failover/FailoverPage.tsx').then((m) => ({ default: m.FailoverPage })),
);
const onlinePayment = screen(() =>
  import('./resources/billing/onlinePayment/OnlinePayment.tsx').then((m) => ({ default: m.OnlinePayment })),
);

const searchPage = screen(() =>
  import('./resources/search/SearchPage.tsx').then((m) => ({ default: m.SearchPage })),
);

export { prefetch };

const dataProvider = createDataProvider(http, { takeList, takePage });

/** A page at an address that is no resource's, and what stands around it. */
function pageAt(path: string, view: ReactElement, element = view): RouteObject {
  standsAt(path, view);
  return { path, element };
}

/** A page that asks for a route's permission, at that route unless told otherwise. */
const gatedPage = (route: string, view: ReactElement, path = route): RouteObject =>
  pageAt(path, view, <Gate route={route}>{view}</Gate>);

const pages = [
  pageAt('', dashboard),
  gatedPage('sms/bulk-sms', composePage),
  gatedPage('profile', profilePage),
  gatedPage('wallet/topup-history/create', topupPage),
  gatedPage('wallet/online', onlinePayment, 'wallet/online/:id'),
  pageAt('wallet/invoices/:id', invoicePage),
  gatedPage('admin/settings', settingsPage),
  gatedPage('admin/failover', failoverPage),
  gatedPage('admin/search', searchPage),
  pageAt('kyc/:id', kycRecord, <RecordGate route="kyc">{kycRecord}</RecordGate>),
];

export const resources = [
  packageResource,
  activePackageResource,
  packageHistoryResource,
  campaignResource,
  messageResource,
  templateResource,
  consumptionResource,
  contactResource,
  contactGroupResource,
  contactImportResource,
  topupResource,
  walletHistoryResource,
  userResource,
  kycResource,
  oversightResource,
  paymentReviewResource,
  onlinePaymentResource,
  paymentRefundResource,
  senderRequestResource,
  dailyConsumptionResource,
  blacklistResource,
  blacklistImportResource,
  apiKeyResource,
  webhookResource,
  webhookDeliveryResource,
  accountResource,
  accountPackageResource,
  walletResource,
  anyWalletEntryResource,
  walletAdjustmentResource,
  productPricingResource,
  operatorLinkResource,
  packageForSaleResource,
  blockedKeywordResource,
  viberIdentityResource,
  numberPlanResource,
  auditLogResource,
];

/** react-admin's way out when the token is gone: a page load, because signing in stands outside of it. */
function Leave() {
  useEffect(() => leaveTo(loginPath()), []);
  return null;
}

// Made at once: what stands at an address is fetched before it is drawn.
const routes: RouteObject[] = [
  { path: '/login', element: <Leave /> },
  ...consoleRoutes({
    dataProvider,
    createI18nProvider,
    resources,
    pages,
    layout: (
      <ProfileGate>
        <PageBoundary>
          <Layout />
        </PageBoundary>
      </ProfileGate>
    ),
  }),
];

let router: ReturnType<typeof createBrowserRouter> | undefined;

/** The console for who has signed in: a table of contents of its pages. */
export function App() {
  useEffect(prefetchLinks, []);
  router ??= createBrowserRouter(routes);
  return <RouterProvider router={router} />;
}
