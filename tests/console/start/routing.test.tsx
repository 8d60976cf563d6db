import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cleanup, render, renderHook, waitFor } from '@testing-library/react';
import { Fragment, type ReactNode } from 'react';
import { AdminContext, CustomRoutes, Resource, reactRouterProvider, testDataProvider } from 'react-admin';
import { createMemoryRouter, Route, RouterProvider, useParams } from 'react-router-dom';
import { afterEach, describe, expect, test } from 'vitest';
import { contents } from '../../../src/App.tsx';
import { routerProvider } from '../../../src/start/routerProvider.tsx';
import { useConfigureAdminRouterFromChildren } from '../../../src/start/useAdminContents.ts';

// react-admin does not export it.
const place = 'node_modules/ra-core/dist/core/useConfigureAdminRouterFromChildren.js';
const reactAdmins: Promise<{
  useConfigureAdminRouterFromChildren: typeof useConfigureAdminRouterFromChildren;
}> = import(/* @vite-ignore */ pathToFileURL(join(import.meta.dirname, '../../..', place)).href);

afterEach(cleanup);

function Found({ at }: { at: string }) {
  return <p>{`${at} ${JSON.stringify(useParams())}`}</p>;
}

/** What stands at an address, with its parameters. */
function pageAt(Routes: typeof routerProvider.Routes, address: string): string | null {
  const at = (path: string) => <Route path={path} element={<Found at={path} />} />;
  const inside = (
    <Routes>
      {at('create/*')}
      {at(':id/show/*')}
      {at(':id/*')}
      {at('/*')}
    </Routes>
  );
  const element = (
    <Routes>
      {at('/')}
      {at('/sms/bulk-sms')}
      {at('/wallet/online/:id')}
      {at('/kyc/:id')}
      {at('sms/*')}
      <Route path="sms/templates/*" element={inside} />
      {at('kyc/*')}
      {at('*')}
    </Routes>
  );
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [address] });
  const { container } = render(<RouterProvider router={router} />);
  return container.textContent;
}

test.each([
  '/',
  '/sms',
  '/sms/',
  '/SMS/Bulk-SMS',
  '/sms/bulk-sms/more',
  '/smsx',
  '/sms/templates',
  '/sms/templates/create',
  '/sms/templates/7/show',
  '/sms/templates/7',
  '/kyc/7',
  '/kyc/7/show',
  '/wallet/online/a%2Fb',
  '/wallet/online',
  '//sms',
  '/nope?sms',
])('at %s is the page that react-router finds', (address) => {
  const found = pageAt(routerProvider.Routes, address);
  cleanup();
  expect(found).toBe(pageAt(reactRouterProvider.Routes, address));
  expect(found).toContain('{');
});

describe('what <Admin> is given is read as react-admin reads it', () => {
  const inAdmin = ({ children }: { children: ReactNode }) => (
    <AdminContext dataProvider={testDataProvider()}>{children}</AdminContext>
  );
  const read = async (children: ReactNode) => {
    const ours = renderHook(() => useConfigureAdminRouterFromChildren(children));
    const { useConfigureAdminRouterFromChildren: useTheirs } = await reactAdmins;
    const theirs = renderHook(() => useTheirs(children), { wrapper: inAdmin });
    await waitFor(() => expect(theirs.result.current.status).toBe('ready'));
    return [ours.result.current, theirs.result.current];
  };

  test('of the console', async () => {
    const [ours, theirs] = await read(contents);
    expect(ours).toEqual(theirs);
    expect(ours?.resources.length).toBeGreaterThan(30);
  });

  test('of pages without the shell, of fragments, and of what is no element', async () => {
    const [ours, theirs] = await read(
      <>
        {false}
        <Resource name="sms" />
        <Fragment key="more">
          <Resource name="contact" />
          <CustomRoutes noLayout>
            <Route path="/a" />
          </CustomRoutes>
        </Fragment>
        <CustomRoutes>
          <Route path="/b" />
        </CustomRoutes>
      </>,
    );
    expect(ours).toEqual(theirs);
    expect(ours?.customRoutesWithoutLayout).toHaveLength(1);
  });
});
