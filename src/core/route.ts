/** `/contact/` as `contact`: a path in the form of routes and resource names. */
export const routeOf = (path: string): string => path.replace(/^\/+|(?<!\/)\/+$/g, '');

/** The key of react-admin's store for a list's scroll position. */
export const scrollKey = (resource: string): string => `${resource}.list.scrollPosition`;
