import { Resource, ResourceDefinitionContextProvider, type ResourceProps } from 'ra-core';
import { type ComponentType, isValidElement, memo, type ReactElement, type ReactNode } from 'react';
import { Layout } from './Layout.tsx';
import { ProfileGate } from './ProfileGate.tsx';
import { PageBoundary } from './StatePages.tsx';

interface Props {
  children: ReactNode;
}

/** What surrounds every page: the profile, the shell and its own error page. */
const Frame = ({ children }: Props) => (
  <ProfileGate>
    <PageBoundary>
      <Layout>{children}</Layout>
    </PageBoundary>
  </ProfileGate>
);

/** Whether it is a `<Resource>`. */
export const isResource = (child: ReactNode): child is ReactElement<ResourceProps> =>
  isValidElement(child) && child.type === Resource;

/**
 * The layout that `<Admin>` renders around its own children, `contents`. It renders only once: `<Admin>` reads its children
 * in an effect, stores them as a new object and registers each resource twice, and would otherwise render the shell three
 * times before the first list. The routes inside never change and follow the address by themselves. The resource
 * definitions are provided here too, because before that effect `<Admin>` has none and rows would have no links.
 */
export function createShell(contents: readonly ReactNode[], Around: ComponentType<Props> = Frame) {
  const definitions = Object.fromEntries(
    contents.filter(isResource).map(({ props }) => [props.name, Resource.registerResource(props)]),
  );
  const Shell = ({ children }: Props) => (
    <ResourceDefinitionContextProvider definitions={definitions}>
      <Around>{children}</Around>
    </ResourceDefinitionContextProvider>
  );
  return memo(Shell, () => true);
}
