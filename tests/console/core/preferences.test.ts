import { afterEach, expect, it, vi } from 'vitest';
import { preferences } from '../../../src/core/preferences.ts';

afterEach(() => preferences.set({ language: 'en' }));

it('tells the server which language’s files to link', () => {
  preferences.set({ language: 'ne' });
  expect(document.cookie).toContain('language=ne');
  preferences.set({ theme: 'dark' });
  expect(document.cookie).toContain('language=ne');
  preferences.set({ language: 'en', theme: 'light' });
  expect(document.cookie).toContain('language=en');
});

it('follows the theme of the device when that is chosen, and as it changes', async () => {
  const device = Object.assign(new EventTarget(), { matches: true });
  vi.stubGlobal('matchMedia', (query: string) => {
    expect(query).toBe('(prefers-color-scheme: dark)');
    return device;
  });
  vi.resetModules();
  const { preferences } = await import('../../../src/core/preferences.ts');
  expect(preferences.get()).toMatchObject({ theme: 'light', mode: 'light' });
  preferences.set({ theme: 'system' });
  expect(preferences.get()).toMatchObject({ theme: 'system', mode: 'dark' });
  const listener = vi.fn();
  preferences.subscribe(listener);
  device.matches = false;
  device.dispatchEvent(new Event('change'));
  expect(preferences.get().mode).toBe('light');
  expect(listener).toHaveBeenCalledOnce();
  preferences.set({ theme: 'dark' });
  device.dispatchEvent(new Event('change'));
  expect(preferences.get().mode).toBe('dark');
  vi.unstubAllGlobals();
});

it('keeps a theme that was chosen before there were three', async () => {
  localStorage.setItem('preferences', JSON.stringify({ mode: 'dark' }));
  vi.resetModules();
  const { preferences } = await import('../../../src/core/preferences.ts');
  expect(preferences.get()).toMatchObject({ theme: 'dark', mode: 'dark' });
  localStorage.clear();
});

it('follows what another tab chooses, and stores nothing over it', () => {
  const listener = vi.fn();
  const stop = preferences.subscribe(listener);
  const chosen = JSON.stringify({ language: 'ne', theme: 'light', digits: 'devanagari' });
  localStorage.setItem('preferences', chosen);
  window.dispatchEvent(new StorageEvent('storage', { key: 'preferences', newValue: chosen }));
  expect(listener).toHaveBeenCalledOnce();
  expect(preferences.get()).toMatchObject({ language: 'ne', digits: 'devanagari', calendar: 'both' });
  preferences.set({ theme: 'dark' });
  expect(JSON.parse(localStorage.getItem('preferences') ?? '')).toMatchObject({
    language: 'ne',
    theme: 'dark',
  });
  stop();
  preferences.set({ digits: 'latin', theme: 'light' });
});
