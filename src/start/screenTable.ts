/**
 * How to fetch the screens of the menu, by route. The build fills it from what App.tsx declares (scripts/declaredScreens.ts); in
 * development it is empty, and a screen is fetched after App.tsx.
 */
export const screens: Readonly<Record<string, () => Promise<unknown>>> = {};
