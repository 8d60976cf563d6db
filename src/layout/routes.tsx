import {
  type DataProvider,
  type I18nProvider,
  Resource,
  ResourceContextProvider,
  ResourceDefinitionContextProvider,
  type ResourceProps,
  RestoreScrollPosition,
} from 'ra-core';
import { type ComponentType, createElement, isValidElement, type ReactNode } from 'react';
import type { RouteObject } from 'react-router-dom';
import type { Language } from '../core/preferences.ts';
import { scrollKey } from '../core/route.ts';
import { standsAt } from '../start/screen.ts';
import { ResourceGate } from './Gate.tsx';
import { Providers } from './Providers.tsx';
import { NotFound } from './StatePages.tsx';

const actions = ['list', 'show', 'edit', 'create'] as const;
type Action = (typeof actions)[number];

/** Where each view stands below its resource's route. */
const places = { list: '', show: '/:id/show', edit: '/:id', create: '/create' } as const;

/** A resource's view as react-admin's `Resource` draws it, behind its gate. */
function View({ resource, action }: { resource: ResourceProps; action: Action }) {
  const { name, [action]: view } = resource;
  const gate = (
    <ResourceGate route={name} action={action} onlyShow={Boolean(resource.show && !resource.edit)}>
      {isValidElement(view) ? view : createElement(view as ComponentType)}
    </ResourceGate>
  );
  return (
    <ResourceContextProvider value={name}>
      {action === 'list' ? (
        <RestoreScrollPosition storeKey={scrollKey(name)}>{gate}</RestoreScrollPosition>
      ) : (
        gate
      )}
    </ResourceContextProvider>
  );
}

function resourceRoutes(resource: ResourceProps): RouteObject[] {
  return actions.flatMap((action) => {
    const view = resource[action];
    if (!view) return [];
    const place = resource.name + places[action];
    standsAt(place, view);
    // One view's state is never taken for another's.
    const element = <View key={place} resource={resource} action={action} />;
    return [{ path: `${place}/*`, element }];
  });
}

interface Parts {
  dataProvider: DataProvider;
  createI18nProvider: (language: Language) => I18nProvider;
  resources: readonly ResourceProps[];
  /** What stands at addresses that are no resource's. */
  pages?: readonly RouteObject[];
  /** What is around every page, with an `Outlet` for it. */
  layout: ReactNode;
}

/**
 * The console's routes, for a data router. react-admin's own `CoreAdminUI` would find resources and routes by looking
 * through its children, in an effect, and then draw the whole console a second time.
 */
export function consoleRoutes({ resources, pages = [], layout, ...providers }: Parts): RouteObject[] {
  const definitions = Object.fromEntries(
    resources.map((resource) => [resource.name, Resource.registerResource(resource)]),
  );
  const element = (
    <Providers {...providers}>
      <ResourceDefinitionContextProvider definitions={definitions}>
        {layout}
      </ResourceDefinitionContextProvider>
    </Providers>
  );
  const children = [...pages, ...resources.flatMap(resourceRoutes), { path: '*', element: <NotFound /> }];
  return [{ element, children }];
}
