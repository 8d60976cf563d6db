import type { Page } from 'playwright';
import * as steps from '../steps.ts';

/** Something that is only there after somebody did something, and how it comes about on an English page. */
export interface MadeState {
  name: string;
  /** The user's address. */
  who: string;
  /** `url` is the server's address. */
  make(page: Page, url: string): Promise<void>;
}

const startDraft = async (page: Page, url: string): Promise<void> => {
  await page.goto(`${url}/sms/bulk-sms`);
  await steps.writeMessage(page, 'Dashain offer', 'Namaste {{name}}, everything is 10% cheaper today.');
  await steps.chooseGroup(page, 'Customers');
};

let invited = 0;

/** In the demonstration's data. */
export const madeStates: readonly MadeState[] = [
  {
    name: 'api-key-made',
    who: steps.CUSTOMER,
    async make(page, url) {
      await page.goto(`${url}/settings/api-keys/create`);
      await page.getByLabel('Name', { exact: true }).fill('Online shop');
      await page.getByLabel('Password', { exact: true }).fill(steps.PASSWORD);
      await page.getByRole('button', { name: 'Create key' }).click();
      await steps.see(steps.title(page, 'API key “Online shop” created'));
      await steps.see(page.getByRole('tab', { name: 'PHP' }));
    },
  },
  {
    name: 'webhook-made',
    who: steps.CUSTOMER,
    async make(page, url) {
      await page.goto(`${url}/settings/webhooks/create`);
      await page.getByLabel('URL').fill('https://shop.example.com/sms');
      await page.getByRole('button', { name: 'Save' }).click();
      await steps.see(page.locator('pre').filter({ hasText: /^whsec_/ }));
      await steps.see(page.getByRole('tab', { name: 'Python' }));
    },
  },
  {
    name: 'invitation-link',
    who: steps.ADMIN,
    async make(page, url) {
      await page.goto(`${url}/users/create`);
      await page.getByLabel('Name').fill('Gita Thapa');
      await page.getByLabel('E-mail').fill(`gita.thapa.${invited++}@example.test`);
      await steps.chooseHimal(page.getByRole('combobox', { name: 'Account' }));
      await page.getByRole('button', { name: 'Send invitation' }).click();
      await steps.see(steps.title(page, 'Gita Thapa'));
      await page.getByRole('button', { name: 'Copy an invitation link' }).click();
      await steps.see(page.getByRole('dialog'));
    },
  },
  {
    name: 'compose-errors',
    who: steps.CUSTOMER,
    async make(page, url) {
      await page.goto(`${url}/sms/bulk-sms`);
      await page.getByRole('button', { name: 'Check recipients and cost' }).click();
      await steps.see(page.getByRole('alert'));
    },
  },
  {
    name: 'compose-draft',
    who: steps.CUSTOMER,
    make: startDraft,
  },
  {
    name: 'compose-test',
    who: steps.CUSTOMER,
    async make(page, url) {
      await startDraft(page, url);
      await page.getByRole('button', { name: 'Send a test' }).click();
      await steps.see(page.getByRole('dialog'));
    },
  },
  {
    name: 'compose-copy',
    who: steps.CUSTOMER,
    async make(page, url) {
      await page.goto(`${url}/sms`);
      await page.locator('.crud-title').first().click();
      await page.getByRole('button', { name: 'Duplicate' }).click();
      await steps.see(page.getByText(/^Total: [\d,]+ contacts? in groups/));
    },
  },
  {
    name: 'plan',
    who: steps.CUSTOMER,
    async make(page, url) {
      await startDraft(page, url);
      await steps.check(page);
    },
  },
  {
    name: 'plan-question',
    who: steps.CUSTOMER,
    async make(page, url) {
      await startDraft(page, url);
      await steps.check(page);
      await page.getByRole('button', { name: /^Send [\d,]+ messages? for Rs/ }).click();
      await steps.see(page.getByRole('dialog'));
    },
  },
  {
    name: 'contact-unsaved',
    who: steps.CUSTOMER,
    async make(page, url) {
      await page.goto(`${url}/contact/create`);
      await page.getByLabel('Name').fill('Sita');
      await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
      await steps.see(page.getByRole('dialog'));
    },
  },
  {
    name: 'contacts-selected',
    who: steps.CUSTOMER,
    async make(page, url) {
      await page.goto(`${url}/contact`);
      await page.getByRole('checkbox').first().check();
      await steps.see(page.getByText(/^Select all [\d,]+ that match/));
    },
  },
];

/** On a server without operator, mail and demonstration, which has everything to set up. */
export const newProviderStates: readonly MadeState[] = [
  {
    name: 'set-up',
    who: steps.ADMIN,
    async make(page, url) {
      await page.goto(url);
      await steps.see(page.getByRole('heading', { name: 'Set up your service' }));
    },
  },
  {
    name: 'test-mode',
    who: steps.CUSTOMER,
    async make(page, url) {
      await page.goto(`${url}/sms/bulk-sms`);
      await steps.see(page.locator('.test-mode'));
    },
  },
];
