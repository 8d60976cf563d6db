import { Children, useEffect } from 'react';
import { Admin, CustomRoutes, Resource } from 'react-admin';
import { createBrowserRouter, Route } from 'react-router-dom';
import { authProvider } from './authProvider/authProvider.ts';
import { http } from './core/http.ts';
import { leaveTo, loginPath } from './core/session.ts';
import { generatedResource } from './crud/generatedResource.ts';
import { createDataProvider } from './dataProvider/dataProvider.ts';
import { ConsoleRouter } from './layout/ConsoleRouter.tsx';
import { describeConflicts } from './layout/describeConflicts.ts';
import { Gate } from './layout/Gate.tsx';
import { Notifications } from './layout/Notifications.tsx';
import { onWritten } from './layout/onWritten.ts';
import { createShell } from './layout/Shell.tsx';
import { AccessDenied, NotFound, PageError, ShellError } from './layout/StatePages.tsx';
import { useAdminProps } from './layout/useAdminProps.ts';
import { activePackage } from './resources/billing/activePackages/index.tsx';
import { consumption } from './resources/billing/consumption/index.tsx';
import { dailyConsumption } from './resources/billing/dailyConsumption/index.tsx';
import { anyMonthlyInvoice, monthlyInvoice } from './resources/billing/monthlyInvoices/index.tsx';
import { onlinePayment } from './resources/billing/onlinePayments/index.tsx';
import { packageHistory } from './resources/billing/packageHistory/index.tsx';
import { smsPackage } from './resources/billing/packages/index.tsx';
import { packageForSale } from './resources/billing/packagesForSale/index.tsx';
import { paymentRefund } from './resources/billing/paymentRefunds/index.tsx';
import { paymentReview } from './resources/billing/paymentReviews/index.tsx';
import { productPricing } from './resources/billing/productPricing/index.tsx';
import { topup } from './resources/billing/topups/index.tsx';
import { walletHistory } from './resources/billing/walletHistory/index.tsx';
import {
  anyWalletEntry,
  creditLimitChange,
  wallet,
  walletAdjustment,
} from './resources/billing/wallets/index.tsx';
import { blacklist } from './resources/contacts/blacklist/index.tsx';
import { blacklistImport } from './resources/contacts/blacklistImports/index.tsx';
import { contact } from './resources/contacts/contacts/index.tsx';
import { contactGroup } from './resources/contacts/groups/index.tsx';
import { contactImport } from './resources/contacts/imports/index.tsx';
import { apiKey } from './resources/developers/apiKeys/index.tsx';
import { webhookDelivery } from './resources/developers/webhookDeliveries/index.tsx';
import { webhook } from './resources/developers/webhooks/index.tsx';
import { blockedKeyword } from './resources/messaging/blockedKeywords/index.tsx';
import { campaign } from './resources/messaging/campaigns/index.tsx';
import { message } from './resources/messaging/messages/index.tsx';
import { oversight } from './resources/messaging/oversight/index.tsx';
import { senderIdentity, senderRequest } from './resources/messaging/senderIdentities/index.tsx';
import { template } from './resources/messaging/templates/index.tsx';
import { viberIdentity } from './resources/messaging/viberIdentities/index.tsx';
import { auditLog } from './resources/operations/auditLog/index.tsx';
import { numberPlan } from './resources/operations/numberPlan/index.tsx';
import { operatorLink } from './resources/operations/operatorLinks/index.tsx';
import { account, accountPackage } from './resources/people/accounts/index.tsx';
import { erasure } from './resources/people/erasures/index.tsx';
import { accountExport } from './resources/people/exports/index.tsx';
import { kyc } from './resources/people/kyc/index.tsx';
import { colleague } from './resources/people/team/index.tsx';
import { user } from './resources/people/users/index.tsx';
import { noteList } from './start/firstList.ts';
import { routerProvider } from './start/routerProvider.tsx';
import { prefetch, prefetchLinks, registerScreen, registerScreens, screen } from './start/screen.ts';

const dashboardPage = screen(
  () => import('./resources/dashboard/Dashboard.tsx').then((m) => m.Dashboard),
  ['dashboard', 'links', 'setup'],
);
const composePage = screen(
  () => import('./resources/messaging/compose/ComposePage.tsx').then((m) => m.ComposePage),
  ['compose', 'sheets'],
);
const topupPage = screen(
  () => import('./resources/billing/topup/TopupPage.tsx').then((m) => m.TopupPage),
  ['payments'],
);
const invoicePage = screen(
  () => import('./resources/billing/invoice/InvoicePage.tsx').then((m) => m.InvoicePage),
  ['payments'],
);
const profilePage = screen(
  () => import('./resources/people/profile/ProfilePage.tsx').then((m) => m.ProfilePage),
  ['profile', 'twoFactor'],
);
const settingsPage = screen(
  () => import('./resources/operations/settings/SettingsPage.tsx').then((m) => m.SettingsPage),
  ['settings'],
);
const failoverPage = screen(
  () => import('./resources/operations/failover/FailoverPage.tsx').then((m) => m.FailoverPage),
  ['oversight', 'links'],
);
const onlinePaymentPage = screen(
  () => import('./resources/billing/onlinePayment/OnlinePayment.tsx').then((m) => m.OnlinePayment),
  ['onlinePayment'],
);
const reportsPage = screen(
  () => import('./resources/billing/reports/ReportsPage.tsx').then((m) => m.ReportsPage),
  ['reports', 'dashboard', 'messaging'],
);
const ownReportsPage = screen(
  () => import('./resources/billing/reports/ReportsPage.tsx').then((m) => m.OwnReportsPage),
  ['reports', 'dashboard', 'messaging'],
);
const searchPage = screen(
  () => import('./resources/search/SearchPage.tsx').then((m) => m.SearchPage),
  ['accounts', 'users', 'messaging', 'payments'],
);

export { prefetch };

const dataProvider = createDataProvider(http, noteList, onWritten, describeConflicts);

const Dashboard = () => dashboardPage;
registerScreen('', dashboardPage);

/**
 * The resources and pages, built once: their screens can be fetched before they are rendered, and `<Admin>` would process a
 * new object again. `toArray` gives each resource a key, so that no list takes over another's state.
 * @public Tests compare it with the contract.
 */
export const contents = Children.toArray(
  (
    <>
      <Resource name="packages/sms" {...smsPackage} />
      <Resource name="packages/active-packages" {...activePackage} />
      <Resource name="packages/history" {...packageHistory} />
      <Resource name="sms" {...campaign} />
      <Resource name="sms/dispatch" {...message} />
      <Resource name="sms/templates" {...template} />
      <Resource name="sms/sender-identities" {...senderIdentity} />
      <Resource name="sms/consumption-history" {...consumption} />
      <Resource name="contact" {...contact} />
      <Resource name="contact/groups" {...contactGroup} />
      <Resource name="contact/imports" {...contactImport} />
      <Resource name="wallet/topup-history" {...topup} />
      <Resource name="wallet/history" {...walletHistory} />
      <Resource name="wallet/invoices" {...monthlyInvoice} />
      <Resource name="users" {...user} />
      <Resource name="team" {...colleague} />
      <Resource name="kyc" {...kyc} />
      <Resource name="admin/campaigns" {...oversight} />
      <Resource name="admin/payment-references" {...paymentReview} />
      <Resource name="admin/online-payments" {...onlinePayment} />
      <Resource name="admin/payment-refunds" {...paymentRefund} />
      <Resource name="admin/monthly-invoices" {...anyMonthlyInvoice} />
      <Resource name="admin/sender-identities" {...senderRequest} />
      <Resource name="wallet/daily-consumption" {...dailyConsumption} />
      <Resource name="settings/blacklist" {...blacklist} />
      <Resource name="settings/blacklist/imports" {...blacklistImport} />
      <Resource name="settings/erasures" {...erasure} />
      <Resource name="settings/exports" {...accountExport} />
      <Resource name="settings/api-keys" {...apiKey} />
      <Resource name="settings/webhooks" {...webhook} />
      <Resource name="settings/webhook-deliveries" {...webhookDelivery} />
      <Resource name="admin/accounts" {...account} />
      <Resource name="admin/account-packages" {...accountPackage} />
      <Resource name="admin/wallets" {...wallet} />
      <Resource name="admin/wallet-entries" {...anyWalletEntry} />
      <Resource name="admin/wallet-adjustments" {...walletAdjustment} />
      <Resource name="admin/credit-limits" {...creditLimitChange} />
      <Resource name="admin/product-pricing" {...productPricing} />
      <Resource name="admin/operator-links" {...operatorLink} />
      <Resource name="admin/packages" {...packageForSale} />
      <Resource {...generatedResource('admin/blocked-keywords', blockedKeyword)} />
      <Resource name="admin/viber-identities" {...viberIdentity} />
      <Resource name="admin/number-plan" {...numberPlan} />
      <Resource name="admin/audit-log" {...auditLog} />
      <CustomRoutes>
        <Route path="/sms/bulk-sms" element={<Gate route="sms/bulk-sms">{composePage}</Gate>} />
        <Route path="/profile" element={<Gate route="profile">{profilePage}</Gate>} />
        <Route
          path="/wallet/topup-history/create"
          element={<Gate route="wallet/topup-history/create">{topupPage}</Gate>}
        />
        <Route path="/wallet/online/:id" element={<Gate route="wallet/online">{onlinePaymentPage}</Gate>} />
        <Route path="/wallet/invoices/:id" element={invoicePage} />
        <Route path="/admin/settings/*" element={<Gate route="admin/settings">{settingsPage}</Gate>} />
        <Route path="/admin/failover" element={<Gate route="admin/failover">{failoverPage}</Gate>} />
        <Route path="/reports" element={<Gate route="reports">{ownReportsPage}</Gate>} />
        <Route path="/admin/reports" element={<Gate route="admin/reports">{reportsPage}</Gate>} />
        <Route path="/admin/search" element={<Gate route="admin/search">{searchPage}</Gate>} />
      </CustomRoutes>
    </>
  ).props.children,
);
registerScreens(contents);

const Shell = createShell(contents);

/** Sign-in lives outside react-admin, so leaving means a full page load. */
function Leave() {
  useEffect(() => leaveTo(loginPath()), []);
  return null;
}

/** react-admin with this console's providers and pages. scripts/consoleBuild.ts lists what the build leaves out. */
function Console() {
  const { i18nProvider, queryClient, store, theme } = useAdminProps(dataProvider);
  return (
    <Admin
      dataProvider={dataProvider}
      authProvider={authProvider}
      i18nProvider={i18nProvider}
      theme={theme}
      layout={Shell}
      dashboard={Dashboard}
      catchAll={NotFound}
      accessDenied={AccessDenied}
      authenticationError={PageError}
      error={ShellError}
      loginPage={Leave}
      authCallbackPage={false}
      notification={Notifications}
      routerProvider={routerProvider}
      requireAuth={false}
      queryClient={queryClient}
      store={store}
      disableTelemetry
    >
      {contents}
    </Admin>
  );
}

export const routes = [{ path: '*', element: <Console /> }];

type Router = ReturnType<typeof createBrowserRouter>;
let ownRouter: Router | undefined;
/** A data router, because forms ask before somebody leaves them (`useBlocker`). */
const browserRouter = (): Router => {
  ownRouter ??= createBrowserRouter(routes);
  return ownRouter;
};

interface Props {
  /** Where there is no address bar. */
  router?: Router;
  /** Called once the page reacts. */
  onAwake?: (() => unknown) | undefined;
}

/** The console for signed-in users. */
export function App({ router = browserRouter(), onAwake }: Props) {
  useEffect(prefetchLinks, []);
  useEffect(() => void onAwake?.(), [onAwake]);
  return <ConsoleRouter router={router} />;
}
