/**
 * Loaders of the menu's screens, by route. The build fills this from App.tsx's declarations
 * (scripts/declaredScreens.ts); in development it is empty, and a screen loads after App.tsx.
 */
export const screens: Readonly<Record<string, () => Promise<unknown>>> = {};
