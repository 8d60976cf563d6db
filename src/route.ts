/** `/contact/` as `contact`: a path as routes and resources are named. */
export const routeOf = (path: string): string => path.replace(/^\/+|\/+$/g, '');
