import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { template } from '#schema/template.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { EntityList } from '../../../src/crud/EntityList.tsx';
import { startApi } from '../support/api.ts';
import { renderConsole, signInCustomer } from '../support/crudConsole.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it.each([true, false])(
  'Tab stops in the head of a list only where people see it (phone: %s)',
  async (isPhone) => {
    vi.stubGlobal('matchMedia', () => ({
      matches: isPhone,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }));
    preferences.set({ language: 'en' });
    signInCustomer();
    const one = { uuid: '01890000-0000-7000-8000-000000000001', name: 'Dues', body: 'Pay', language: 'en' };
    const api = await startApi(() => ({ body: { count: 1, next: null, previous: null, results: [one] } }));
    const list = <EntityList entity={template} columns={['name', 'body']} />;
    renderConsole([{ name: template.name, list }], '/sms/templates', api.base);
    await screen.findByText('Dues');
    const stops = [...document.querySelectorAll<HTMLElement>('thead :is(button, input)')];
    expect(stops.length).toBeGreaterThan(1);
    expect(stops.map(({ tabIndex }) => tabIndex)).toEqual(stops.map(() => (isPhone ? -1 : 0)));
    await api.close();
  },
);
