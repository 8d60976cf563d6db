import { createTheme } from '@mui/material/styles';
import { expect, test } from 'vitest';
import { defaultTheme } from '../../../src/start/defaultTheme.ts';

// scripts/consoleBuild.ts puts it in the place of MUI's.
test("MUI's own theme, made when it is first read, is what MUI makes", () => {
  expect(defaultTheme.palette.primary.main).toBe(createTheme().palette.primary.main);
  expect('spacing' in defaultTheme).toBe(true);
  expect(Object.keys({ ...defaultTheme })).toEqual(Object.keys(createTheme()));
  // It is made once.
  expect(defaultTheme.palette).toBe(defaultTheme.palette);
});
