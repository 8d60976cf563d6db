import { lazy, useEffect } from 'react';
import { CoreAdminUI, CustomRoutes, Resource } from 'react-admin';
import { createBrowserRouter, Route, RouterProvider } from 'react-router-dom';
import { leaveTo, loginPath } from './authProvider/session.ts';
import { createDataProvider } from './dataProvider/dataProvider.ts';
import { http } from './http.ts';
import { createI18nProvider } from './i18n/i18nProvider.ts';
import { Gate, RecordGate } from './layout/Gate.tsx';
import { gated } from './layout/gated.tsx';
import { Layout } from './layout/Layout.tsx';
import { ProfileGate } from './layout/ProfileGate.tsx';
import { Providers } from './layout/Providers.tsx';
import { NotFound, PageError } from './layout/StatePages.tsx';
import { activePackageResource } from './resources/activePackages/index.tsx';
import { blacklistResource } from './resources/blacklist/index.tsx';
import { blacklistImportResource } from './resources/blacklistImports/index.tsx';
import { campaignResource } from './resources/campaigns/index.tsx';
import { consumptionResource } from './resources/consumption/index.tsx';
import { contactResource } from './resources/contact/index.tsx';
import { contactGroupResource } from './resources/contactGroups/index.tsx';
import { contactImportResource } from './resources/contactImports/index.tsx';
import { dailyConsumptionResource } from './resources/dailyConsumption/index.tsx';
import { KycRecord, kycResource } from './resources/kyc/index.tsx';
import { messageResource } from './resources/messages/index.tsx';
import { packageHistoryResource } from './resources/packageHistory/index.tsx';
import { packageResource } from './resources/packages/index.tsx';
import { templateResource } from './resources/templates/index.tsx';
import { topupResource } from './resources/topups/index.tsx';
import { walletHistoryResource } from './resources/walletHistory/index.tsx';

const Dashboard = lazy(() =>
  import('./pages/dashboard/Dashboard.tsx').then((m) => ({ default: m.Dashboard })),
);
const ComposePage = lazy(() =>
  import('./pages/compose/ComposePage.tsx').then((m) => ({ default: m.ComposePage })),
);

const TopupPage = lazy(() => import('./pages/topup/TopupPage.tsx').then((m) => ({ default: m.TopupPage })));
const InvoicePage = lazy(() =>
  import('./pages/invoice/InvoicePage.tsx').then((m) => ({ default: m.InvoicePage })),
);
const ProfilePage = lazy(() =>
  import('./pages/profile/ProfilePage.tsx').then((m) => ({ default: m.ProfilePage })),
);
const OnlinePayment = lazy(() =>
  import('./pages/onlinePayment/OnlinePayment.tsx').then((m) => ({ default: m.OnlinePayment })),
);

const dataProvider = createDataProvider(http);

/** react-admin's way out when the token is gone: a page load, because signing in stands outside of it. */
function Leave() {
  useEffect(() => leaveTo(loginPath()), []);
  return null;
}

const Console = () => (
  <Providers dataProvider={dataProvider} createI18nProvider={createI18nProvider}>
    <ProfileGate>
      <CoreAdminUI layout={Layout} catchAll={NotFound} error={PageError} loginPage={Leave} disableTelemetry>
        <CustomRoutes>
          <Route path="/" element={<Dashboard />} />
          <Route
            path="/sms/bulk-sms"
            element={
              <Gate route="sms/bulk-sms">
                <ComposePage />
              </Gate>
            }
          />
          <Route
            path="/profile"
            element={
              <Gate route="profile">
                <ProfilePage />
              </Gate>
            }
          />
          <Route
            path="/wallet/topup-history/create"
            element={
              <Gate route="wallet/topup-history/create">
                <TopupPage />
              </Gate>
            }
          />
          <Route
            path="/wallet/online/:uuid"
            element={
              <Gate route="wallet/online">
                <OnlinePayment />
              </Gate>
            }
          />
          <Route path="/wallet/invoices/:uuid" element={<InvoicePage />} />
          <Route
            path="/kyc/:id"
            element={
              <RecordGate route="kyc">
                <KycRecord />
              </RecordGate>
            }
          />
        </CustomRoutes>
        <Resource {...gated(packageResource)} />
        <Resource {...gated(activePackageResource)} />
        <Resource {...gated(packageHistoryResource)} />
        <Resource {...gated(campaignResource)} />
        <Resource {...gated(messageResource)} />
        <Resource {...gated(templateResource)} />
        <Resource {...gated(consumptionResource)} />
        <Resource {...gated(contactResource)} />
        <Resource {...gated(contactGroupResource)} />
        <Resource {...gated(contactImportResource)} />
        <Resource {...gated(topupResource)} />
        <Resource {...gated(walletHistoryResource)} />
        <Resource {...gated(kycResource)} />
        <Resource {...gated(dailyConsumptionResource)} />
        <Resource {...gated(blacklistResource)} />
        <Resource {...gated(blacklistImportResource)} />
      </CoreAdminUI>
    </ProfileGate>
  </Providers>
);

let router: ReturnType<typeof createBrowserRouter> | undefined;

/** The console for who has signed in: a table of contents of its pages. */
export function App() {
  router ??= createBrowserRouter([{ path: '*', element: <Console /> }]);
  return <RouterProvider router={router} />;
}
