import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HostedConsole, hostConsole } from '../../support/consoleHost.ts';
import {
  describeWithPeer,
  PEER_PASSWORD,
  type Peer,
  type PeerUser,
  peerEmail,
  startPeer,
} from '../../support/peer.ts';
import { listen } from '../accessScan.ts';
import * as steps from '../steps.ts';
import { goTo } from '../visit.ts';
import { workersBrowser } from '../world.ts';
import { main, NONSENSE, routes, row, seen, watch } from './pages.ts';

interface Named {
  name?: string;
  phone?: string;
  status?: string;
  kind?: string;
}

interface Profile {
  data: { wallet: { balance: number } };
}

/**
 * The day of a customer and a clerk with an API that is not ours. On one origin the API is asked what it offers
 * besides the catalogue; on two the configuration says that it is nothing.
 */
export function journeys(origins: 'one origin' | 'two origins'): void {
  describeWithPeer(`the console on an API that is not ours, ${origins}`, () => {
    const isOne = origins === 'one origin';
    let peer: Peer;
    let host: HostedConsole;
    beforeAll(async () => {
      host = await hostConsole();
      peer = await startPeer(isOne ? {} : { origins: [host.url], headers: ['idempotency-key'] });
      if (isOne) host.serve({ apiUrl: '' }, peer.url);
      else host.serve({ apiUrl: peer.url, offers: [] });
    });
    afterAll(async () => {
      await host?.close();
      await peer?.close();
    });

    const records = async (path: string): Promise<Named[]> =>
      (await peer.call<{ results: Named[] }>('customer', 'GET', path)).body.results;
    /** How often the server was asked for this. */
    const asked = (request: string): number => peer.log().split(`"${request} HTTP`).length - 1;

    const openTab = async () => {
      const tab = await (await workersBrowser()).open();
      return { ...tab, strangers: watch(tab.page), settled: listen(tab.page) };
    };
    /** Opens an address as a user who has signed in in this browser before. */
    const open = async (user: PeerUser, path: string) => {
      const tab = await openTab();
      await tab.page.context().addCookies([{ name: 'token', value: await peer.token(user), url: host.url }]);
      await tab.page.goto(host.url + path);
      await tab.settled();
      return tab;
    };
    /** Opens an address signed out and comes to it through the sign-in page. */
    const openBySigningIn = async (user: PeerUser, path: string) => {
      const tab = await openTab();
      const { page, settled } = tab;
      await page.goto(host.url + path);
      if (user === 'clerk') await page.getByRole('button', { name: 'Staff sign-in' }).click();
      await steps.signIn(page, peerEmail(user), PEER_PASSWORD);
      await steps.see(page.getByRole('navigation', { name: 'Main menu' }));
      await settled();
      return tab;
    };
    /** No request beyond the catalogue, and nothing in the browser's console. */
    const expectQuiet = ({ strangers, complaints }: Awaited<ReturnType<typeof open>>) => {
      expect(strangers).toEqual([]);
      const expected = isOne ? /status of 404.*\/v1\/openapi\.json/ : /^$/;
      expect(complaints.filter((complaint) => !expected.test(complaint))).toEqual([]);
    };

    test('every page of a customer opens, says nothing that is none, and asks for nothing else', async () => {
      const tab = await openBySigningIn('customer', '/');
      const { page } = tab;
      const { body } = await peer.call<Profile>('customer', 'GET', '/v1/autho/user/profile/');
      expect(await steps.balance(page)).toBe(steps.rupees(body.data.wallet.balance / 100));
      for (const route of routes) {
        await goTo(tab, route);
        await steps.see(page.getByRole('heading', { level: 1 }));
        const text = await seen(main(page));
        expect({ route, nonsense: NONSENSE.exec(text)?.[0] }).toEqual({ route, nonsense: undefined });
        expect({ route, text }).not.toMatchObject({
          text: expect.stringMatching(/is not available at the moment/),
        });
      }
      expectQuiet(tab);
    });

    test('a customer pages through all contacts, finds one, and makes, changes and removes one', async () => {
      const tab = await open('customer', '/contact');
      const { page, excuse } = tab;
      await steps.see(page.getByText('1–10 of 60'));
      await page.getByRole('button', { name: 'Last page' }).click();
      await steps.see(page.getByText('51–60 of 60'));
      await steps.see(page.getByText('Contact 00'));
      await steps.search(page, 'Contact 42');
      await steps.eventually(() => page.locator('tbody tr').count()).toBe(1);

      await goTo(tab, '/contact/create');
      await page.getByLabel('Name').fill('Maya Gurung');
      await page.getByLabel('Phone').fill('98410-01999');
      await page.getByRole('button', { name: 'Save' }).click();
      await steps.see(page.getByText('Enter a valid phone number.'));
      // The numbers of the seed are taken.
      await page.getByLabel('Phone').fill('+9779841000001');
      await page.getByRole('button', { name: 'Save' }).click();
      await steps.see(page.getByText('The fields account, phone must make a unique set.'));
      await page.getByLabel('Phone').fill('+9779841999999');
      await page.getByRole('button', { name: 'Save' }).click();
      await steps.see(steps.title(page, 'Maya Gurung'));
      excuse(/status of 400/);
      // The blacklist ignores the question whether it has the number: nobody else's entry is shown, or can be removed.
      await steps.see(page.getByText('We could not check whether this number is on the blacklist'));
      expect(await page.getByRole('button', { name: 'Remove from the blacklist' }).count()).toBe(0);
      await page.getByRole('link', { name: 'Edit' }).click();
      await page.getByLabel('Name').fill('Maya Rai');
      await page.getByRole('button', { name: 'Save' }).click();
      await steps.see(steps.title(page, 'Maya Rai'));
      expect(await records('/v1/core/contacts/?search=Maya')).toMatchObject([{ name: 'Maya Rai' }]);
      await page.getByRole('button', { name: 'Delete' }).click();
      // The toast that offers Undo waits while the mouse is over it.
      await page.mouse.move(400, 700);
      await steps.eventually(async () => (await records('/v1/core/contacts/?search=Maya')).length).toBe(0);
      expectQuiet(tab);
    });

    test('the contacts of a group are downloaded from the catalogue’s path', async () => {
      const tab = await open('customer', '/contact/groups');
      const { page } = tab;
      const { name, text } = await steps.download(
        page,
        page.getByRole('button', { name: /^Export.*: Family$/ }),
      );
      // The API does not expose its name for the file to another origin.
      expect(name).toBe(isOne ? 'contacts.csv' : 'Family.csv');
      expect(text.trim().split('\r\n')).toHaveLength(13);
      expectQuiet(tab);
    });

    test('an error page of the server is a plain sentence, and what was typed is kept', async () => {
      const tab = await open('customer', '/sms/templates/create');
      const { page, excuse } = tab;
      await page.getByLabel('Name').fill('Greeting');
      await page.getByLabel('Text', { exact: true }).fill('Hello again');
      await page.getByRole('button', { name: 'Save' }).click();
      await steps.see(page.getByText(/status 500/));
      expect(await seen(page.locator('body'))).not.toMatch(/<h1>|Server Error \(500\)/);
      expect(await page.getByLabel('Name').inputValue()).toBe('Greeting');
      excuse(/status of 500/);
      expectQuiet(tab);
    });

    test('a campaign is sent once, after the page has said what it does not know', async () => {
      const before = asked('POST /v1/sms/compose/');
      const tab = await open('customer', '/sms/bulk-sms');
      const { page } = tab;
      // No other test spends any of it.
      expect(await steps.balance(page)).toBe('50,000.00');
      await steps.writeMessage(page, 'Opening', 'Our shop opens on Sunday. Welcome!');
      await steps.pasteNumbers(page, ['9841234567', '9801234567']);
      await page.getByRole('button', { name: 'Review and send' }).click();
      await steps.see(page.getByText('This server does not tell you before sending:'));
      expect(asked('POST /v1/sms/compose/')).toBe(before);
      await page.getByRole('button', { name: 'Send now' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click();
      await page.waitForURL((url) => url.pathname.startsWith('/sms') && !url.pathname.includes('bulk'));
      await steps.see(page.getByText('Opening').first());
      // Its log comes a moment later.
      await steps.eventually(() => asked('POST /v1/sms/compose/')).toBe(before + 1);
      const sent = (await records('/v1/sms/compose/')).filter(({ name }) => name === 'Opening');
      expect(sent).toMatchObject([{ name: 'Opening', recipients: 2 }]);
      expectQuiet(tab);
    });

    test('a customer asks for a top-up, cancels it, and buys a package', async () => {
      const tab = await open('customer', '/wallet/topup-history');
      const { page } = tab;
      await page.getByRole('link', { name: 'Request a top-up' }).first().click();
      await page.getByLabel('Amount in rupees').fill('500');
      await page.getByRole('radio', { name: /^Cash/ }).check();
      await page.getByRole('button', { name: 'Check the amount' }).click();
      await page.getByRole('button', { name: 'Request Rs. 500.00' }).click();
      await steps.see(steps.title(page, 'Topup history'));
      await steps.see(row(page, '500.00').getByText('Pending'));
      expect((await records('/v1/credit/user-payment-reference/'))[0]).toMatchObject({
        kind: 'topup',
        amount: 50_000,
        status: 'pending',
      });
      await row(page, '500.00').getByRole('button', { name: 'Cancel' }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Cancel/ })
        .last()
        .click();
      await steps.see(row(page, '500.00').getByText('Cancelled'));

      await goTo(tab, '/packages/sms');
      await page.getByRole('button', { name: /^Buy/ }).first().click();
      await page.getByRole('radio', { name: /^Cash/ }).check();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^(Buy|Request)/ })
        .click();
      await steps
        .eventually(async () => (await records('/v1/credit/user-payment-reference/smspackages/')).length)
        .toBe(2);
      expectQuiet(tab);
    });

    test('a number is put on the blacklist, changed and taken off again', async () => {
      const tab = await open('customer', '/settings/blacklist/create');
      const { page } = tab;
      const list = '/v1/core/sms/blacklist-numbers/';
      await page.getByLabel('Phone').fill('9841777777');
      await page.getByRole('button', { name: 'Save' }).click();
      await steps.eventually(async () => (await records(`${list}?search=9841777777`)).length).toBe(1);
      await goTo(tab, '/settings/blacklist');
      await steps.search(page, '9841777777');
      await row(page, '9841777777').first().click();
      // Django requires the number in a PUT, although it never changes.
      await page.getByRole('link', { name: 'Edit' }).click();
      await page.getByLabel('Reason').fill('Asked by phone');
      await page.getByRole('button', { name: 'Save' }).click();
      await steps
        .eventually(() => records(`${list}?search=9841777777`))
        .toMatchObject([{ phone: expect.stringMatching(/9841777777$/), reason: 'Asked by phone' }]);
      await page.getByRole('button', { name: 'Delete' }).click();
      // It is deleted once the toast that offers Undo is gone.
      const undo = page.getByRole('button', { name: 'Undo' });
      await page.getByRole('status').filter({ has: undo }).getByRole('button', { name: 'Dismiss' }).click();
      await steps.eventually(async () => (await records(`${list}?search=9841777777`)).length).toBe(0);
      expect(await records(list)).toHaveLength(10);
      expectQuiet(tab);
    });

    test('a refusal by the server is shown in place', async () => {
      const tab = await open('reader', '/contact/create');
      const { page, excuse } = tab;
      await page.getByLabel('Name').fill('Maya');
      await page.getByLabel('Phone').fill('+9779841999998');
      await page.getByRole('button', { name: 'Save' }).click();
      await steps.see(page.getByText('You do not have permission to perform this action.'));
      expect(steps.path(page)).toMatch(/^\/contact\/create/);
      excuse(/status of 403/);
      expectQuiet(tab);
    });

    test('a clerk finds a user, changes the password, and signs out', async () => {
      const tab = await openBySigningIn('clerk', '/users');
      const { page, excuse } = tab;
      await steps.see(steps.title(page, 'Users'));
      await steps.see(page.getByText('1–10 of 38'));
      await steps.search(page, 'user17');
      await steps.see(row(page, 'user17@peer.test'));
      await row(page, 'user17@peer.test').getByRole('link').first().click();
      await steps.see(steps.title(page, 'User 17'));

      await page.getByRole('button', { name: 'Menu of Gita Rai' }).click();
      await page.getByRole('menuitem', { name: 'Change Password' }).click();
      const dialog = page.getByRole('dialog', { name: 'Change Password' });
      await dialog.getByLabel('Current password', { exact: true }).fill('wrong');
      await dialog.getByLabel('New password', { exact: true }).fill('another-password-2');
      await dialog.getByRole('button', { name: 'Change Password' }).click();
      await steps.see(page.getByText('Wrong password.'));
      excuse(/status of 400.*change-password/);
      await dialog.getByLabel('Current password', { exact: true }).fill(PEER_PASSWORD);
      await dialog.getByLabel('New password', { exact: true }).fill(PEER_PASSWORD);
      await dialog.getByRole('button', { name: 'Change Password' }).click();
      await steps.see(page.getByText('Password changed successfully'));
      await page.getByRole('button', { name: 'Menu of Gita Rai' }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.waitForURL(/\/login/);
      expect((await page.context().cookies()).find(({ name }) => name === 'token')).toBeUndefined();
      expectQuiet(tab);
    });
  });
}
