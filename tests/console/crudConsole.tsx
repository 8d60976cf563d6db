import { render } from '@testing-library/react';
import { CoreAdminUI, Resource, type ResourceProps } from 'ra-core';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { roles } from '#schema/permissions.ts';
import type { Profile } from '#schema/user.ts';
import { setUser, startSession } from '../../src/authProvider/session.ts';
import { createDataProvider } from '../../src/dataProvider/dataProvider.ts';
import { createHttp } from '../../src/http.ts';
import { createI18nProvider } from '../../src/i18n/i18nProvider.ts';
import { Providers } from '../../src/layout/Providers.tsx';

/** Signs a customer in, without the pairs that are left out. */
export function signInCustomer(without: (name: string, verb: string) => boolean = () => false): void {
  startSession('token');
  const profile: Profile = {
    uuid: '01890000-0000-7000-8000-0000000000ff',
    name: 'Asha Gurung',
    email: 'customer@demo.test',
    phone: null,
    role: 'customer',
    account: {
      uuid: '01890000-0000-7000-8000-0000000000fe',
      name: 'Demo',
      type: 'individual',
      kyc_status: 'none',
    },
    wallet: { balance: 5_000_000 },
    ui_permissions: roles.customer
      .filter(([name, verb]) => !without(name, verb))
      .map(([name, verb]) => [name, verb]),
  };
  setUser(profile);
}

/** The given resources in the console's own context, at an address, against a server. */
export function renderConsole(resources: readonly ResourceProps[], address: string, base: string) {
  const dataProvider = createDataProvider(createHttp({ base, onUnauthorized: () => undefined }));
  const element = (
    <Providers dataProvider={dataProvider} createI18nProvider={createI18nProvider}>
      <CoreAdminUI layout={({ children }) => <main>{children}</main>} disableTelemetry>
        {resources.map((resource) => (
          <Resource key={resource.name} {...resource} />
        ))}
      </CoreAdminUI>
    </Providers>
  );
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [address] });
  return { router, ...render(<RouterProvider router={router} />) };
}
