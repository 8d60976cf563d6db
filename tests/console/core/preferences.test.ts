import { afterEach, expect, it } from 'vitest';
import { preferences } from '../../../src/core/preferences.ts';

afterEach(() => preferences.set({ language: 'en' }));

it('tells the server which language’s files to link', () => {
  preferences.set({ language: 'ne' });
  expect(document.cookie).toContain('language=ne');
  preferences.set({ mode: 'dark' });
  expect(document.cookie).toContain('language=ne');
  preferences.set({ language: 'en', mode: 'light' });
  expect(document.cookie).toContain('language=en');
});
