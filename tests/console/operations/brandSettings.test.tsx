import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { replaceConfig } from '../../../src/core/config.ts';
import { http } from '../../../src/core/http.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { endSession, getUser } from '../../../src/core/session.ts';
import { createDataProvider } from '../../../src/dataProvider/dataProvider.ts';
import { themeOf } from '../../../src/layout/theme.ts';
import { footer, text } from '../../../src/public/text.ts';
import { SettingsPage } from '../../../src/resources/operations/settings/SettingsPage.tsx';
import { renderAdmin } from '../support/adminConsole.tsx';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';
import { renderPage } from '../support/messagingConsole.tsx';
import { signInStaff } from '../support/staffConsole.tsx';

let server: JsonServer;
let stored: Record<string, unknown>;
let refusal: object | undefined;
beforeAll(async () => {
  server = await startJsonServer();
  server.handle(({ method, url, body }, response) => {
    const end = (status: number, answer: unknown) => response.writeHead(status).end(JSON.stringify(answer));
    if (url !== '/v1/admin/settings/brand/') return end(200, { data: getUser() });
    if (method === 'PUT' && refusal) return end(400, refusal);
    if (method === 'PUT') stored = { ...stored, ...JSON.parse(body) };
    end(200, { data: stored });
  });
});
afterAll(() => server.stop());
beforeEach(() => {
  pointTo(server.base);
  signInStaff('admin');
  server.seen.length = 0;
  refusal = undefined;
  const names = ['brand_short_name', 'brand_color', 'logo_dark', 'favicon', 'support_email', 'support_phone'];
  const others = ['support_hours_en', 'support_hours_ne', 'terms_url', 'privacy_url', 'sign_in_text_en'];
  stored = {
    ...Object.fromEntries([...names, ...others, 'sign_in_text_ne'].map((name) => [name, null])),
    ...{ brand_name: 'Himal SMS', logo_light: '/brand/a.svg', fixed: ['brand_name'] },
  };
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  endSession();
  preferences.set({ language: 'en' });
});

async function open() {
  renderPage('/admin/settings/*', <SettingsPage />, '/admin/settings/brand');
  await screen.findByLabelText(/^Name of your service/);
  return userEvent.setup();
}
const puts = () => server.seen.filter(({ method }) => method === 'PUT').map(({ body }) => JSON.parse(body));
const image = (name: RegExp) => within(screen.getByRole('group', { name }));
const chooserOf = (name: RegExp) =>
  screen.getByRole('group', { name }).querySelector('input[type=file]') as HTMLInputElement;
const save = (hand: ReturnType<typeof userEvent.setup>) =>
  hand.click(screen.getByRole('button', { name: 'Save' }));

test('sends a chosen image as data, and nothing for one that was removed', async () => {
  const hand = await open();
  expect(screen.getByLabelText<HTMLInputElement>(/^Name of your service/).disabled).toBe(true);
  const light = image(/^Logo on a light/);
  expect(light.getByRole('img').getAttribute('src')).toBe('/brand/a.svg');
  await hand.click(light.getByRole('button', { name: 'Remove' }));
  expect(light.queryByRole('img')).toBeNull();
  expect(document.activeElement).toBe(light.getByRole('button', { name: 'Choose a file' }));
  await hand.upload(chooserOf(/^Icon/), new File(['<svg/>'], 'icon.svg', { type: 'image/svg+xml' }));
  await waitFor(() => expect(image(/^Icon/).getByRole('img')).toBeTruthy());
  await save(hand);
  expect(await screen.findByText(/^Settings saved\. Others see the new look/)).toBeTruthy();
  expect(puts()[0]).toMatchObject({
    logo_light: null,
    favicon: `data:image/svg+xml;base64,${btoa('<svg/>')}`,
  });
});

test('is shown at once in the page that changed it', async () => {
  const icon = document.head.appendChild(document.createElement('link'));
  icon.rel = 'icon';
  stored = { ...stored, brand_name: 'Everest SMS', brand_color: '#7a1f3d', favicon: '/brand/new.svg' };
  const pages = <Route path="/admin/settings/*" element={<SettingsPage />} />;
  renderAdmin({ dataProvider: createDataProvider(http), address: '/admin/settings/brand', pages });
  const hand = userEvent.setup();
  await hand.type(await screen.findByLabelText(/^Support phone/), '01-4000000');
  const former = themeOf('light');
  await save(hand);
  expect(await screen.findByRole('link', { name: /Everest SMS/ })).toBeTruthy();
  expect(themeOf('light')).not.toBe(former);
  expect(themeOf('light').palette).toMatchObject({ primary: { main: '#7a1f3d' }, info: { main: '#2e77ae' } });
  expect(icon.getAttribute('href')).toBe('/brand/new.svg');
  stored = { ...stored, brand_name: null, favicon: null };
  await hand.type(screen.getByLabelText(/^Support phone/), '1');
  await save(hand);
  expect(await screen.findByRole('link', { name: /Bulk SMS Console/ })).toBeTruthy();
  expect(icon.getAttribute('href')).toBe('/icon.svg');
  icon.remove();
  replaceConfig({});
});

test('says at once what is no image, or too large', async () => {
  await open();
  // Drag and drop ignores `accept`, and so does a person.
  const hand = userEvent.setup({ applyAccept: false });
  await hand.upload(chooserOf(/^Icon/), new File(['x'], 'a.gif', { type: 'image/gif' }));
  expect(await image(/^Icon/).findByText('This file is neither PNG nor SVG.')).toBeTruthy();
  const large = new File([new Uint8Array(150 * 1024 + 1)], 'a.png', { type: 'image/png' });
  await hand.upload(chooserOf(/^Icon/), large);
  expect(await image(/^Icon/).findByText(/larger than 150 kB/)).toBeTruthy();
  expect(image(/^Icon/).queryByRole('img')).toBeNull();
});

test('says what is wrong with a colour before sending, in the reader’s language', async () => {
  const hand = await open();
  const color = screen.getByRole<HTMLInputElement>('textbox', { name: /^Colour/ });
  await hand.type(color, '#ff9900');
  await save(hand);
  expect(
    await screen.findByText(/contrast of 2\.1\. It needs 4\.5\. Use a darker colour, such as #/),
  ).toBeTruthy();
  expect(color.getAttribute('aria-invalid')).toBe('true');
  expect(puts()).toEqual([]);
  preferences.set({ language: 'ne' });
  expect(await screen.findByText(/कन्ट्रास्ट .* गाढा रङ राख्नुहोस्, जस्तै #/)).toBeTruthy();
});

test('shows what the server says of an image beside it, and keeps the choice', async () => {
  refusal = {
    ...{ code: 'invalid', detail: 'Some fields are not correct.' },
    errors: { favicon: ['The file is not an SVG.'] },
  };
  const hand = await open();
  await hand.upload(chooserOf(/^Icon/), new File(['<p/>'], 'icon.svg', { type: 'image/svg+xml' }));
  await waitFor(() => expect(image(/^Icon/).getByRole('img')).toBeTruthy());
  await save(hand);
  expect(await image(/^Icon/).findByText('The file is not an SVG.')).toBeTruthy();
  expect(image(/^Icon/).getByRole('img')).toBeTruthy();
});

test('the public pages take texts, contacts and links from the configuration', () => {
  const own = text().lead;
  expect(footer()).toEqual([]);
  pointTo('', 'all', {
    brand: 'Himal SMS',
    branding: {
      signIn: { ne: 'स्वागत छ।' },
      ...{ email: 'help@himal.example', hours: { en: '10 to 5' }, terms: 'https://himal.example/terms' },
    },
  });
  expect([text().product, text().lead]).toEqual(['Himal SMS', own]);
  expect(footer()).toEqual([
    { text: 'help@himal.example', href: 'mailto:help@himal.example' },
    { text: '10 to 5' },
    { text: 'Terms of service', href: 'https://himal.example/terms' },
  ]);
  preferences.set({ language: 'ne' });
  expect(text().lead).toBe('स्वागत छ।');
  expect(footer().map((entry) => entry.text)).toEqual(['help@himal.example', '10 to 5', 'सेवाका सर्त']);
});
