import { render } from '@testing-library/react';
import { type ComponentType, createElement, isValidElement, type ReactElement, type ReactNode } from 'react';
import { Admin, CustomRoutes, Resource, type ResourceProps } from 'react-admin';
import { createMemoryRouter } from 'react-router-dom';
import { authProvider } from '../../../src/authProvider/authProvider.ts';
import type { ConsoleDataProvider } from '../../../src/dataProvider/dataProvider.ts';
import { ConsoleRouter } from '../../../src/layout/ConsoleRouter.tsx';
import { defineResource } from '../../../src/layout/defineResource.tsx';
import { ResourceGate } from '../../../src/layout/Gate.tsx';
import { Notifications } from '../../../src/layout/Notifications.tsx';
import { createShell } from '../../../src/layout/Shell.tsx';
import { AccessDenied, NotFound, PageError } from '../../../src/layout/StatePages.tsx';
import { useAdminProps } from '../../../src/layout/useAdminProps.ts';
import { routerProvider } from '../../../src/start/routerProvider.tsx';

interface Setup {
  dataProvider: ConsoleDataProvider;
  address: string;
  resources?: readonly ResourceProps[];
  /** The `<Route>`s of pages that are no resource's. */
  pages?: ReactNode;
  /** What is around every page, instead of the whole shell. */
  around?: ComponentType<{ children: ReactNode }>;
  catchAll?: ComponentType;
}

const asElement = (view: ResourceProps['list']): ReactElement | undefined =>
  isValidElement(view) || view === undefined ? view : createElement(view as ComponentType);

/** The resource with its views behind their gates, as the console's own descriptors have them. */
function gated(resource: ResourceProps): ResourceProps {
  const { list, show, edit, create, ...rest } = resource;
  if ([list, show, edit, create].some((view) => isValidElement(view) && view.type === ResourceGate))
    return resource;
  return {
    ...defineResource({ title: 'id' }, [], {
      list: asElement(list),
      show: asElement(show),
      edit: asElement(edit),
      create: asElement(create),
    }),
    ...rest,
  };
}

interface Parts {
  dataProvider: ConsoleDataProvider;
  contents: ReactElement[];
  layout: ComponentType<{ children: ReactNode }>;
  catchAll: ComponentType;
}

/** react-admin as App.tsx tells it. */
function Console({ dataProvider, contents, layout, catchAll }: Parts) {
  return (
    <Admin
      dataProvider={dataProvider}
      authProvider={authProvider}
      {...useAdminProps(dataProvider)}
      layout={layout}
      catchAll={catchAll}
      accessDenied={AccessDenied}
      authenticationError={PageError}
      loginPage={false}
      authCallbackPage={false}
      notification={Notifications}
      routerProvider={routerProvider}
      disableTelemetry
    >
      {contents}
    </Admin>
  );
}

/** The console with other contents, at an address. */
export function renderAdmin({ resources = [], pages, around, catchAll = NotFound, ...setup }: Setup) {
  const contents = [
    ...resources.map((resource) => <Resource key={resource.name} {...gated(resource)} />),
    <CustomRoutes key="pages">{pages}</CustomRoutes>,
  ];
  const { dataProvider, address } = setup;
  const parts = { dataProvider, contents, layout: createShell(contents, around), catchAll };
  const element = <Console {...parts} />;
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [address] });
  return { router, ...render(<ConsoleRouter router={router} />) };
}
