import type { ResourceProps } from 'ra-core';
import { type ComponentType, createElement, isValidElement } from 'react';
import { ResourceGate } from './Gate.tsx';

const views = ['list', 'show', 'edit', 'create'] as const;

/** A resource's descriptor with a gate around each of its views. */
export function gated(resource: ResourceProps): ResourceProps {
  const wrapped: Partial<ResourceProps> = {};
  for (const action of views) {
    const view = resource[action];
    if (!view) continue;
    const element = isValidElement(view) ? view : createElement(view as ComponentType);
    wrapped[action] = (
      <ResourceGate route={resource.name} action={action} onlyShow={Boolean(resource.show && !resource.edit)}>
        {element}
      </ResourceGate>
    );
  }
  return { ...resource, ...wrapped };
}
