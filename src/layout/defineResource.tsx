import type { ResourceProps } from 'ra-core';
import type { ReactElement } from 'react';
import type { Outline } from '#schema/outline.ts';
import type { AreaName } from '../i18n/areas.ts';
import { type Load, screen } from '../start/screen.ts';
import { ResourceGate } from './Gate.tsx';

const actions = ['list', 'show', 'edit', 'create'] as const;

/**
 * Each view's loader (`() => import('./ContactList.tsx').then((m) => m.ContactList)`), the loader with areas of its own,
 * an element to render as it is, or false for none.
 */
export type Views = {
  [action in (typeof actions)[number]]?: Load | [Load, readonly AreaName[]] | ReactElement | false;
};

/** What `<Resource name="..." {...it} />` takes, without the name. */
export type Descriptor = Omit<ResourceProps, 'name'>;

/**
 * An entity as a react-admin resource: each view loads when it is needed, together with the areas of `texts`,
 * and is behind its permission gate; the field that names a record is set. The key keeps React from reusing one view's state for another's:
 * react-admin draws them all in the same place.
 */
export function defineResource(
  { title }: Pick<Outline, 'title'>,
  texts: readonly AreaName[],
  views: Views,
): Descriptor {
  const onlyShow = Boolean(views.show && !views.edit);
  const gated = actions.flatMap((action) => {
    const view = views[action];
    if (!view) return [];
    const gate = (
      <ResourceGate key={action} action={action} onlyShow={onlyShow}>
        {typeof view === 'function' ? screen(view, texts) : Array.isArray(view) ? screen(...view) : view}
      </ResourceGate>
    );
    return [[action, gate] as const];
  });
  return { ...Object.fromEntries(gated), recordRepresentation: title };
}
