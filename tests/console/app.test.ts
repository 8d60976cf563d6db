import { Children, isValidElement, type ReactNode } from 'react';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { contents } from '../../src/App.tsx';
import { isAddress } from '../../src/core/addresses.ts';
import { entriesOf } from '../../src/layout/menu.ts';
import { screens } from '../../src/start/screen.ts';

/** Every address that `<Admin>` is given a page for, with a uuid for `:id`. */
function declared(children: ReactNode): string[] {
  return Children.toArray(children).flatMap((child): string[] => {
    if (!isValidElement<Record<string, unknown>>(child)) return [];
    const { name, path, list, show, edit, create } = child.props;
    if (path) return [String(path).replace(':id', ID).replace('/*', '')];
    if (!name) return declared(child.props.children as ReactNode);
    return [
      ...[list && `/${name}`, show && `/${name}/${ID}/show`, edit && `/${name}/${ID}`],
      create && `/${name}/create`,
    ].filter((address): address is string => typeof address === 'string');
  });
}

test('every declared page has an address, and no other address is taken for a page', () => {
  const addresses = declared(contents);
  expect(addresses.length).toBeGreaterThan(90);
  expect(addresses.filter((address) => !isAddress(address))).toEqual([]);
  expect(isAddress('/')).toBe(true);
  const nowhere = ['/nope', '/sms/nope', '/sms/nope/show', '/create', '/show', `/${ID}`, `/nope/${ID}`];
  const further = [`/contact/${ID}/edit`, `/contact/${ID}/show/more`, '/contact/create/show', '/profile/x'];
  expect([...nowhere, ...further, `/profile/${ID}`, '/constructor'].filter(isAddress)).toEqual([]);
});

const ID = '01890000-0000-7000-8000-000000000001';

test('each entry of the menu leads to a screen that the start can fetch', () => {
  const known = new Set(screens().map(({ address }) => address));
  expect(entriesOf().filter(({ route }) => !known.has(route))).toEqual([]);
});

describe('the start fetches the first screen between having this code and drawing it', () => {
  let prefetch: (path: string) => Promise<unknown>;
  let isLoaded: (path: string) => boolean;
  beforeAll(async () => {
    // Other files of this worker may have drawn these screens.
    vi.resetModules();
    ({ prefetch } = await import('../../src/App.tsx'));
    ({ isLoaded } = await import('../../src/start/screen.ts'));
  });

  test.each([
    '/',
    '/contact',
    '/contact/create',
    `/contact/${ID}`,
    `/contact/${ID}/show`,
    '/sms/bulk-sms',
    `/kyc/${ID}`,
    `/wallet/invoices/${ID}`,
  ])('the screen at %s is known before anything is drawn', async (path) => {
    expect(isLoaded(path)).toBe(false);
    await prefetch(path);
    expect(isLoaded(path)).toBe(true);
  });
});
