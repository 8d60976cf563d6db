import type { ResourceProps } from 'ra-core';
import { contents } from '../../../src/App.tsx';
import { isResource } from '../../../src/layout/Shell.tsx';

/** The props of the console's `<Resource>` of this name. Throws if there is none. */
export function resourceOf(name: string): ResourceProps {
  const found = contents.filter(isResource).find(({ props }) => props.name === name);
  if (!found) throw new Error(`src/App.tsx has no <Resource name="${name}">`);
  return found.props;
}
