import { QueryObserver } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { contact } from '#schema/contact.ts';
import { App } from '../../src/App.tsx';
import { keepAhead } from '../../src/core/ahead.ts';
import { entityOf, sortOf } from '../../src/core/entities.ts';
import { createHttp } from '../../src/core/http.ts';
import { listPath } from '../../src/core/paths.ts';
import { EntityList } from '../../src/crud/EntityList.tsx';
import { createDataProvider } from '../../src/dataProvider/dataProvider.ts';
import { createQueryClient } from '../../src/layout/queryClient.ts';
import { renderAdmin } from './support/adminConsole.tsx';
import { startApi } from './support/api.ts';
import { signInCustomer } from './support/crudConsole.tsx';
import { pointTo } from './support/jsonServer.ts';

const person = {
  uuid: '01890000-0000-7000-8000-000000000001',
  name: 'Person 1',
  phone: '+9779841000001',
  operator: 'ntc',
  groups: [],
  attributes: {},
  is_active: true,
  created_at: '2026-01-02T03:04:05Z',
  updated_at: '2026-01-02T03:04:05Z',
};
const page = { count: 1, next: null, previous: null, results: [person] };

let api: Awaited<ReturnType<typeof startApi>>;
beforeEach(async () => {
  signInCustomer();
  api = await startApi(() => ({ body: page }));
});
afterEach(async () => {
  cleanup();
  await api.close();
});

/** Opens an address; `draws` counts how often react-admin draws what is around the pages. */
function open(address: string, resources: Parameters<typeof renderAdmin>[0]['resources']) {
  const draws = vi.fn();
  const around = ({ children }: { children: ReactNode }) => {
    draws();
    return <main>{children}</main>;
  };
  const http = createHttp({ base: api.base, onUnauthorized: () => undefined });
  const dataProvider = createDataProvider(http);
  return { draws, ...renderAdmin({ dataProvider, address, resources, around }) };
}

const list = { name: contact.name, list: <EntityList entity={contact} />, show: <h1>Its page</h1> };

describe('react-admin’s <Admin> around the console', () => {
  test('draws the shell once until the first rows are there, and not again for another page', async () => {
    const { draws, router } = open('/contact', [list]);
    await screen.findByRole('link', { name: 'Person 1' });
    expect(draws).toHaveBeenCalledOnce();
    await router.navigate(`/contact/${person.uuid}/show`);
    await screen.findByRole('heading', { name: 'Its page' });
    expect(draws).toHaveBeenCalledOnce();
  });

  test('draws rows that are there already with their links at once', () => {
    keepAhead(listPath(entityOf('contact'), { sort: sortOf(contact) }), page);
    open('/contact', [list]);
    expect(screen.getByRole('link', { name: 'Person 1' })).toBeTruthy();
  });

  test('asks for no permissions, which the profile has', async () => {
    const client = createQueryClient();
    const asked = vi.fn(async () => []);
    const observer = new QueryObserver(client, { queryKey: ['auth', 'getPermissions', {}], queryFn: asked });
    const stop = observer.subscribe(() => undefined);
    expect(observer.getCurrentResult()).toMatchObject({ isPending: false, isFetching: false });
    stop();
    expect(asked).not.toHaveBeenCalled();
  });

  test('keeps one list’s place apart from another’s', async () => {
    const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
    const { router } = open('/sms', [
      { name: 'sms', list: <h1>Campaigns</h1> },
      { name: 'sms/templates', list: <h1>Templates</h1> },
    ]);
    await screen.findByRole('heading', { name: 'Campaigns' });
    const scrollTop = (value: number) =>
      void Object.defineProperty(window, 'scrollY', { value, configurable: true });
    onTestFinished(() => scrollTop(0));
    scrollTop(640);
    window.dispatchEvent(new Event('scroll'));
    await waitFor(() =>
      expect(
        Object.entries(localStorage).find(([key]) => key.endsWith('.sms.list.scrollPosition'))?.[1],
      ).toBe('640'),
    );
    await router.navigate('/sms/templates');
    await screen.findByRole('heading', { name: 'Templates' });
    scrollTo.mockClear();
    await router.navigate(-1);
    await screen.findByRole('heading', { name: 'Campaigns' });
    // The place is restored in an effect, which may run after the heading is on the page.
    await waitFor(() => expect(scrollTo).toHaveBeenCalledWith(0, 640));
  });

  test('has words at each of react-admin’s own addresses', async () => {
    pointTo(api.base);
    history.replaceState(null, '', '/access-denied');
    render(<App />);
    for (const [address, title] of [
      ['/access-denied', 'You do not have access to this page'],
      ['/authentication-error', 'Something went wrong'],
      ['/auth-callback', 'Page not found'],
      ['/nope', 'Page not found'],
    ] as const) {
      history.pushState(null, '', address);
      window.dispatchEvent(new PopStateEvent('popstate'));
      expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
    }
  });
});
