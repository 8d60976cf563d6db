import type { Page } from 'playwright';
import { product } from '#schema/product.ts';
import type { RunningServer } from '../support/server.ts';
import { ADMIN, PASSWORD } from './steps.ts';

/** A provider's name, in the place of the product's. */
export const NAME = 'Himal Sandesh';
const brand = {
  ...{ brand_name: NAME, brand_short_name: 'Himal', support_email: 'help@himal.example' },
  ...{ support_phone: '01-4000000', terms_url: 'https://himal.example/terms' },
};

/** What the provider itself wrote, which stays in every language. */
export const OWN_TEXTS: readonly string[] = Object.values(brand);

/** Gives a demonstration the name. Stays signed in as its administrator. */
export async function nameServer({ signIn, call }: RunningServer): Promise<void> {
  await signIn(ADMIN, PASSWORD, '/v1/login/admin/');
  await call('PUT', '/v1/admin/settings/brand/', brand);
}

/** All that a page shows or says: its title, its text, and the texts of its attributes. */
export const said = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const attributes = [...document.querySelectorAll('*')].flatMap((element) =>
      [...element.attributes].map(({ value }) => value),
    );
    const texts = [...document.body.children]
      .filter(({ tagName }) => tagName !== 'SCRIPT')
      .map(({ textContent }) => textContent);
    return [document.title, ...texts, ...attributes].join('\n');
  });

/** The names of ours in a text. */
export const ours = (text: string): string[] => Object.values(product).filter((name) => text.includes(name));
