import type { ServerResponse } from 'node:http';
import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';
import type { Dashboard } from '#schema/dashboard.ts';
import type { Trial } from '#schema/trial.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { endSession, getUser, setUser } from '../../../src/core/session.ts';
import { signInCustomer } from '../support/crudConsole.tsx';
import { aDashboard } from '../support/dashboardData.ts';
import { type JsonServer, pointTo, type Seen, startJsonServer } from '../support/jsonServer.ts';
import { pageOf, uuid } from '../support/messagingConsole.tsx';

/** The free trial of an account that has used none of it. */
export const aTrial = (): Trial => ({
  ...{ refusal: null, sender: 'TRYSMS', phone: null },
  ...{ verified: false, code_sent: false, left: 10, samples: false },
});

interface Answer {
  status: number;
  body: object;
}

/**
 * The dashboard's server for a customer whose account is reviewed. `trial` answers the requests of the free trial,
 * `change` is what differs from the usual dashboard, `profile` the answer about the user, `campaigns` those of the account.
 */
export function setUpTrial(
  trial: (seen: Seen) => Answer | Promise<Answer>,
  change: () => Partial<Dashboard> = () => ({}),
  profile: () => unknown = getUser,
  campaigns: () => readonly object[] = () => [],
) {
  let server: JsonServer;
  const json = (response: ServerResponse, status: number, body: object) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  beforeEach(async () => {
    localStorage.clear();
    preferences.set({ language: 'en', digits: 'latin' });
    signInCustomer();
    const user = getUser();
    if (user)
      setUser({
        ...user,
        account: { uuid: uuid(9), name: 'Himal', type: 'company', kyc_status: 'pending' },
      });
    server = await startJsonServer();
    pointTo(server.base);
    server.handle(async (seen, response) => {
      if (seen.url.startsWith('/v1/sms/trial/')) {
        const { status, body } = await trial(seen);
        return json(response, status, body);
      }
      if (seen.url.startsWith('/v1/core/dashboard/'))
        return json(response, 200, { data: aDashboard({ kyc: 'pending', ...change() }) });
      if (seen.url.startsWith('/v1/autho/user/profile/'))
        return json(response, 200, { data: await profile() });
      return json(response, 200, pageOf(...(seen.url.startsWith('/v1/sms/compose/?') ? campaigns() : [])));
    });
  });
  afterEach(async () => {
    cleanup();
    endSession();
    await server.stop();
  });
  return {
    get seen() {
      return server.seen;
    },
    get base() {
      return server.base;
    },
  };
}
