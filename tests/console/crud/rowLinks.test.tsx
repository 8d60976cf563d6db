import { cleanup, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { entities } from '#schema/index.ts';
import { roles } from '#schema/permissions.ts';
import { contents, prefetch } from '../../../src/App.tsx';
import { storePrefix } from '../../../src/core/look.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { setUser, type User } from '../../../src/core/session.ts';
import { isResource } from '../../../src/layout/Shell.tsx';
import { createRandom } from '../../support/random.ts';
import { startApi } from '../support/api.ts';
import { renderConsole } from '../support/crudConsole.tsx';
import { newSession } from '../support/newSession.ts';
import { resourceOf } from '../support/resourceOf.ts';
import { recordOf } from '../support/samples.ts';

/** Rows that have no page. */
const openNothing = [
  ...['admin/account-packages', 'admin/wallet-entries', 'settings/webhook-deliveries', 'admin/number-plan'],
  ...['wallet/history', 'sms/consumption-history'],
];
/** Pages that are no list of rows. */
const noRows = ['packages/sms', 'packages/active-packages', 'wallet/daily-consumption'];

const listed = contents
  .filter(isResource)
  .flatMap(({ props }) =>
    props.list && !noRows.includes(props.name) ? [entities.find(({ name }) => name === props.name)!] : [],
  );

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi(({ url }) => {
    const [path = ''] = url.split('?');
    const entity = entities.find((one) => one.path === path);
    if (!entity) return { status: 404, body: { detail: 'Not found.' } };
    const results = [recordOf(entity, createRandom(7))];
    return { body: { count: 1, next: null, previous: null, results } };
  });
});
afterAll(() => api.close());
beforeEach(() => {
  localStorage.clear();
  preferences.set({ language: 'en' });
  newSession();
  const pairs = [...roles.admin, ...roles.customer].map(([name, verb]): [string, 'get' | 'post'] => [
    name,
    verb,
  ]);
  const account = { uuid: entities[0]!.name, name: 'Demo', type: 'company', kyc_status: 'approved' } as const;
  setUser({
    uuid: 'u',
    name: 'Maya',
    role: 'admin',
    account,
    wallet: { balance: 0 },
    ui_permissions: pairs,
  } as unknown as User);
});
afterEach(cleanup);

async function firstRow(name: string): Promise<HTMLElement> {
  await prefetch(`/${name}`);
  renderConsole([resourceOf(name)], `/${name}`, api.base);
  return waitFor(
    () => {
      const row = document.querySelector<HTMLElement>('.crud-rows tbody tr:not(.crud-skeleton-row)');
      if (!row) throw new Error(`no row of ${name}`);
      return row;
    },
    { timeout: 10_000 },
  );
}

/** Whether the row has a link that opens it, and the least width at which its column is shown; undefined if it always is. */
async function linkOf(name: string): Promise<[boolean, string | undefined]> {
  const cell = (await firstRow(name)).querySelector('a.crud-title')?.closest('td');
  return [Boolean(cell), cell?.dataset.from];
}

test.each(listed.map(({ name, fields }) => [name, Object.keys(fields)] as const))(
  'a row of %s has the link that opens it in a column that always is shown',
  async (name, fields) => {
    const wanted = [!openNothing.includes(name), undefined];
    expect(await linkOf(name)).toEqual(wanted);
    cleanup();
    localStorage.setItem(`${storePrefix()}${name}.hiddenColumns`, JSON.stringify([...fields, 'created_at']));
    expect(await linkOf(name)).toEqual(wanted);
  },
);
