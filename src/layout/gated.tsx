import type { ResourceProps } from 'ra-core';
import { type ComponentType, createElement, isValidElement } from 'react';
import { ResourceGate } from './Gate.tsx';
import { standsAt } from './screen.ts';

const views = ['list', 'show', 'edit', 'create'] as const;

/** Where each view stands below its resource's route. */
const places = { list: '', show: '/:id/show', edit: '/:id', create: '/create' } as const;

/** A resource's descriptor with a gate around each of its views, whose addresses become known for prefetching. */
export function gated(resource: ResourceProps): ResourceProps {
  const wrapped: Partial<ResourceProps> = {};
  for (const action of views) {
    const view = resource[action];
    if (!view) continue;
    standsAt(resource.name + places[action], view);
    const element = isValidElement(view) ? view : createElement(view as ComponentType);
    wrapped[action] = (
      <ResourceGate route={resource.name} action={action} onlyShow={Boolean(resource.show && !resource.edit)}>
        {element}
      </ResourceGate>
    );
  }
  return { ...resource, ...wrapped };
}
