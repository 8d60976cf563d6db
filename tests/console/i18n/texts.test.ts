import { afterAll, beforeEach, expect, test, vi } from 'vitest';

type Module = typeof import('../../../src/i18n/texts.ts');
let texts: Module;
beforeEach(async () => {
  // The tests' start has loaded everything in the other copy.
  vi.resetModules();
  texts = await import('../../../src/i18n/texts.ts');
});
// The worker's next file gets a copy without the texts of these tests.
afterAll(() => void vi.resetModules());

const area = (en: object, ne: object) => ({
  en: vi.fn(async () => ({ en })),
  ne: vi.fn(async () => ({ ne })),
});
const garden = () => area({ garden: { rose: 'Rose' } }, { garden: { rose: 'गुलाब' } });

test('the texts of every page come first, and an area’s when a screen needs them', async () => {
  await texts.loadTexts('en');
  expect(texts.messagesOf('en')).toHaveProperty('crud');
  expect(texts.messagesOf('en')).not.toHaveProperty('audit');
  const before = texts.messagesOf('en');
  const own = garden();
  await texts.addAreas([own]);
  expect(texts.messagesOf('en')).toMatchObject({ garden: { rose: 'Rose' }, crud: {} });
  expect(texts.messagesOf('en')).not.toBe(before);
  await texts.addAreas([own]);
  expect(own.en).toHaveBeenCalledOnce();
  expect(own.ne).not.toHaveBeenCalled();
});

test('another language is there only with every area that the page has used', async () => {
  await texts.loadTexts('en');
  await texts.addAreas([garden()]);
  expect([texts.hasTexts('en'), texts.hasTexts('ne')]).toEqual([true, false]);
  await texts.loadBase('ne');
  expect(texts.hasTexts('ne')).toBe(false);
  await texts.loadTexts('ne');
  expect(texts.hasTexts('ne')).toBe(true);
  expect(texts.messagesOf('ne')).toMatchObject({ garden: { rose: 'गुलाब' } });
  expect(texts.serverSentence('Signed out.')).toBe('साइन आउट भयो।');
});

test('a screen that is opened while another language loads has its texts in both', async () => {
  await texts.loadTexts('en');
  const first = garden();
  let release: (texts: object) => void = () => undefined;
  first.ne = vi.fn(
    () =>
      new Promise((loaded) => {
        release = loaded as typeof release;
      }),
  ) as unknown as typeof first.ne;
  await texts.addAreas([first]);
  const changed = texts.loadTexts('ne');
  await vi.waitFor(() => expect(first.ne).toHaveBeenCalled());
  const second = area({ pond: 'Pond' }, { pond: 'पोखरी' });
  await texts.addAreas([second]);
  expect([texts.messagesOf('en'), texts.messagesOf('ne')]).toMatchObject([
    { pond: 'Pond' },
    { pond: 'पोखरी' },
  ]);
  expect(texts.hasTexts('ne')).toBe(false);
  release({ garden: { garden: { rose: 'गुलाब' } } });
  await changed;
  expect(texts.hasTexts('ne')).toBe(true);
});

test('an area that cannot be loaded is asked for again, and holds up nothing else', async () => {
  await texts.loadTexts('en');
  const broken = garden();
  broken.en.mockRejectedValueOnce(new Error('offline'));
  await expect(texts.addAreas([broken])).rejects.toThrow('offline');
  await texts.loadTexts('ne');
  expect(broken.ne).not.toHaveBeenCalled();
  await texts.addAreas([broken]);
  expect(texts.messagesOf('en')).toMatchObject({ garden: { rose: 'Rose' } });
});

test('what translates knows the texts that arrive after it was created', async () => {
  const { createI18nProvider } = await import('../../../src/i18n/i18nProvider.ts');
  await texts.loadTexts('en');
  const { translate } = createI18nProvider('en');
  expect(translate('garden.rose')).toBe('garden.rose');
  await texts.addAreas([garden()]);
  expect(translate('garden.rose')).toBe('Rose');
});

test('a screen is at hand when its code and its texts are', async () => {
  const { prefetch, registerScreen, screen } = await import('../../../src/start/screen.ts');
  await texts.loadTexts('en');
  registerScreen(
    'shelf',
    screen(async () => () => null, ['audit']),
  );
  expect(texts.messagesOf('en')).not.toHaveProperty('audit');
  await prefetch('/shelf');
  expect(texts.messagesOf('en')).toHaveProperty('audit');
});
