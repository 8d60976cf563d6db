import type { ResourceProps } from 'ra-core';
import { entityOf } from '../core/entities.ts';
import type { AreaName } from '../i18n/areas.ts';
import { defineResource, type Views } from '../layout/defineResource.tsx';
import { schemas } from './schemas.ts';

/** What an entity's generated resource is made from: its schema, and the views that differ from the generated ones. */
export interface Generated extends Views {
  /** Imports the module of schema/ that defines the entity. Only the forms load it: its checks need zod. */
  schema: () => Promise<object>;
  /** The areas with the names of its fields, unless every page has them. */
  texts?: readonly AreaName[];
}

/**
 * An entity as a react-admin resource with the generated list, record page and forms: `<Resource {...it} />`.
 *
 * @param name The entity's name, such as `contact/groups`.
 */
export function generatedResource(name: string, { schema, texts = [], ...views }: Generated): ResourceProps {
  const entity = entityOf(name);
  const page = (view: 'GeneratedList' | 'GeneratedShow') => () =>
    import('./generatedViews.tsx').then((pages) => pages[view]);
  const form = (view: 'GeneratedCreate' | 'GeneratedEdit') => async () => {
    const [forms, module] = await Promise.all([import('./generatedForms.tsx'), schema()]);
    schemas.set(name, module);
    return forms[view];
  };
  return {
    name,
    ...defineResource(entity, texts, {
      list: page('GeneratedList'),
      show: page('GeneratedShow'),
      create: entity.writes.includes('create') && form('GeneratedCreate'),
      edit: entity.writes.includes('update') && form('GeneratedEdit'),
      ...views,
    }),
  };
}
