import { createTheme, type Theme } from '@mui/material/styles';

let made: Theme | undefined;
const theme = (): Theme => {
  made ??= createTheme();
  return made;
};

/**
 * The build uses this in place of MUI's module of the same name (scripts/consoleBuild.ts): MUI's own theme, made when it is
 * first read. MUI makes it as soon as its code has loaded, for components outside of a theme provider; `<Admin>` always
 * has one.
 *
 * Gain: made with the code (and once more for MUI's Box, which the shell no longer has) it was 52 of the 114 ms of the task
 * that runs the shell's code, slowed four times and profiled. Nothing but speed breaks without it.
 */
export const defaultTheme = new Proxy({} as Theme, {
  get: (_, key) => Reflect.get(theme(), key),
  has: (_, key) => Reflect.has(theme(), key),
  ownKeys: () => Reflect.ownKeys(theme()),
  getOwnPropertyDescriptor: (_, key) => ({
    ...Reflect.getOwnPropertyDescriptor(theme(), key),
    // Of a key that its own target lacks, a proxy may tell nothing else.
    configurable: true,
  }),
});
