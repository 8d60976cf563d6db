/**
 * Screens whose code is loaded before they are drawn, so that they appear at once.
 *
 * Gain: with React's `lazy` in its place the first list costs the main thread 40 % more until its rows are
 * there, and 19 % more in all, because the skeleton is drawn before it. Nothing but speed breaks.
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
import { type AreaName, loadAreas } from '../i18n/areas.ts';

/** Loads a screen's code. */
export type Load = () => Promise<ComponentType>;

interface Source {
  /** Loads the code alone. */
  code: Load;
  /** The texts that are not on every page. */
  texts: readonly AreaName[];
  /** Loads the code and, at the same time, the texts. */
  load: Load;
  loaded?: ComponentType;
  /** Loads them when the screen is drawn. */
  later: ComponentType;
}

const sources = new WeakMap<object, Source>();
/** The screen of an address, with `:id` in place of a record's uuid. */
const known = new Map<string, Source>();

let made = 0;

function Screen({ source }: { source: Source }) {
  // Keep the same component while mounted; swapping it would reset its state.
  const [View] = useState<ComponentType>(() => source.loaded ?? source.later);
  return createElement(View);
}

/**
 * A screen that loads when it is first drawn, or earlier by `prefetch`; then it appears at once. (React's own
 * `lazy` would show the fallback even so, and keep it for 300 milliseconds.) `texts` are the areas that it and
 * its dialogs show.
 */
export function screen(code: Load, texts: readonly AreaName[]): ReactElement {
  const source: Source = {
    code,
    texts,
    async load() {
      [source.loaded] = await Promise.all([code(), loadAreas(texts)]);
      return source.loaded;
    },
    later: lazy(async () => ({ default: await source.load() })),
  };
  // The unique key stops React from reusing one screen's state for another.
  const view = createElement(Screen, { key: `screen-${++made}`, source });
  sources.set(view, source);
  return view;
}

interface Declared {
  /** For a `<Resource>`. */
  name?: string;
  /** For a `<Route>`. */
  path?: string;
  element?: ReactNode;
  children?: ReactNode;
}

/** The path of each view below its resource's route in react-admin. */
const places = { list: '', show: '/:id/show', edit: '/:id', create: '/create' } as const;

/** The screen in a view, inside the gates around it. */
function sourceIn(view: unknown): Source | undefined {
  if (!isValidElement<Declared>(view)) return undefined;
  return sources.get(view) ?? sourceIn(view.props.children);
}

/** Registers the screen of an address: `contact`, `contact/create`, `contact/:id`, `contact/:id/show`, `admin/settings/*`. */
export function registerScreen(address: string, view: unknown): void {
  const source = sourceIn(view);
  if (source) known.set(routeOf(address.replace('*', '')), source);
}

/** Each address with the loader of its screen's code and with its texts. For the build. */
export const screens = (): { address: string; code: Load; texts: readonly AreaName[] }[] =>
  [...known].map(([address, { code, texts }]) => ({ address, code, texts }));

/**
 * Registers the screens in `<Admin>`'s children: those of its resources, and of the routes in
 * `<CustomRoutes>`.
 */
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
  // A record without a form opens its page instead.
  return known.get(address) ?? known.get(`${address}/show`);
}

/** Loads the texts of a path's screen for another that shows its records; rejects if they cannot be loaded. */
export const loadTextsAt = (path: string): Promise<void> => loadAreas(sourceAt(path)?.texts ?? []);

/** Loads the code and the texts of a path's screen, if there is one. A failure is left to the navigation itself. */
export async function prefetch(path: string): Promise<void> {
  await sourceAt(path)
    ?.load()
    .catch(() => undefined);
}

/** Whether the code of a path's screen has loaded, so that it can be drawn at once. */
export const isLoaded = (path: string): boolean => sourceAt(path)?.loaded !== undefined;

/** The path of the console's link that an event happened on or in. */
function pathOf({ target }: Event): string | undefined {
  if (!(target instanceof Element)) return undefined;
  // A click anywhere on a list's row follows the link in its title.
  const title = target.closest('tr')?.querySelector<HTMLAnchorElement>('a.crud-title') ?? null;
  const link = target.closest<HTMLAnchorElement>('a[href]') ?? title;
  return link && link.origin === location.origin && !link.target ? link.pathname : undefined;
}

const onLink = (event: Event): void => {
  const path = pathOf(event);
  if (path !== undefined) void prefetch(path);
};

/**
 * From now on, pointing at, touching or focusing a link loads its target's code. Returns a function that
 * stops this.
 */
export function prefetchLinks(): () => void {
  const events = ['pointerover', 'focusin', 'touchstart'] as const;
  for (const name of events) document.addEventListener(name, onLink, { passive: true });
  return () => {
    for (const name of events) document.removeEventListener(name, onLink);
  };
}
