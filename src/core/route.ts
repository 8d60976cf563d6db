/** `/contact/` as `contact`: a path as routes and resources are named. */
export const routeOf = (path: string): string => path.replace(/^\/+|\/+$/g, '');

/** Under which react-admin's store keeps how far a resource's list was scrolled. */
export const scrollKey = (resource: string): string => `${resource}.list.scrollPosition`;
