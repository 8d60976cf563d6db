import type { ResourceProps } from 'ra-core';
import type { ReactNode } from 'react';
import { roles } from '#schema/permissions.ts';
import type { Profile } from '#schema/user.ts';
import { createHttp } from '../../../src/core/http.ts';
import { setUser } from '../../../src/core/session.ts';
import { createDataProvider } from '../../../src/dataProvider/dataProvider.ts';
import { conflictTexts } from '../../../src/layout/conflictTexts.ts';
import { tellNotKept } from '../../../src/layout/tellNotKept.ts';
import { renderAdmin } from './adminConsole.tsx';
import { newSession } from './newSession.ts';

/** Signs a customer in, without the pairs that are left out. */
export function signInCustomer(without: (name: string, verb: string) => boolean = () => false): void {
  newSession();
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

const Main = ({ children }: { children: ReactNode }) => <main>{children}</main>;

/** The given resources in the console's own context, at an address, against a server. */
export function renderConsole(
  resources: readonly ResourceProps[],
  address: string,
  base: string,
  noteList?: Parameters<typeof createDataProvider>[1],
) {
  const http = createHttp({ base, onUnauthorized: () => undefined });
  const dataProvider = createDataProvider(
    http,
    noteList,
    (...written) => void tellNotKept(...written),
    conflictTexts,
  );
  return renderAdmin({ dataProvider, address, resources, around: Main });
}
