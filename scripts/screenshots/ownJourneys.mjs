import { authenticatorCode } from '../../tests/e2e/authenticatorCode.ts';
import { CUSTOMER, PASSWORD, url } from './demo.mjs';
import { ask, login, openAs, plugIn, site } from './journeySteps.mjs';
import { textsIn } from './texts.mjs';

/** Set-up, codes, passkeys, address, sessions, signing in, and turning it all off again. */
export async function secondFactor({ page, look, shoot }) {
  const t = await textsIn(look.language);
  const setFinger = await plugIn(page);
  await openAs(page, CUSTOMER, '/profile');
  const dialog = page.getByRole('dialog');
  const press = (key, values) =>
    page
      .getByRole('button', { name: t(key, values), exact: true })
      .first()
      .click();
  const submit = () => dialog.locator('[type=submit]').click();
  const cancel = async () => {
    await dialog.getByRole('button', { name: t('crud.form.cancel') }).click();
    await dialog.waitFor({ state: 'hidden' });
  };

  await press('twoFactor.setUp');
  await dialog.locator('[name=password]').waitFor();
  await shoot('two-factor-1-password');
  await dialog.locator('[name=password]').fill('wrong');
  await submit();
  await dialog.locator('.Mui-error').first().waitFor();
  await shoot('two-factor-2-wrong-password');
  await dialog.locator('[name=password]').fill(PASSWORD);
  await submit();
  await dialog.locator('pre').waitFor();
  await shoot('two-factor-3-scan');
  const key = (await dialog.locator('pre').textContent()).trim();
  await dialog.locator('[name=code]').fill(authenticatorCode(key));
  await submit();
  await dialog.getByRole('button', { name: t('twoFactor.kept') }).waitFor();
  await shoot('two-factor-4-recovery-codes');
  await press('twoFactor.kept');

  await press('twoFactor.passkey.add');
  await dialog.locator('[name=name]').waitFor();
  await shoot('passkey-1-add');
  await dialog.locator('[name=name]').fill('Sita’s office laptop with fingerprint');
  await dialog.locator('[name=code]').fill(authenticatorCode(key, 1));
  await submit();
  await page.getByText('Sita’s office laptop').first().waitFor();
  await dialog.waitFor({ state: 'hidden' });
  await page.reload();
  await page.locator('#two-factor').waitFor();
  await shoot('profile-security', page.locator('.profile-passkeys'));
  await page
    .getByRole('button', {
      name: t('twoFactor.passkey.removeOf', { name: 'Sita’s office laptop with fingerprint' }),
    })
    .click();
  await dialog.locator('[name=code]').waitFor();
  await shoot('passkey-2-remove');
  await cancel();
  await press('twoFactor.renew');
  await dialog.locator('[name=code]').waitFor();
  await shoot('two-factor-5-renew');
  await cancel();

  await press('profile.address.change');
  await dialog.locator('[name=email]').fill('not an address');
  await dialog.locator('[name=code]').fill('000000');
  await submit();
  await dialog.locator('.Mui-error').first().waitFor();
  await shoot('address-1-change');
  await dialog.locator('[name=email]').fill('sita.sharma.new.address@himal-traders.example');
  await dialog.getByRole('button', { name: t('twoFactor.passkey.use') }).click();
  await page.locator('.crud-address').waitFor();
  await shoot('address-2-pending', page.locator('.crud-address'));
  await press('crud.address.cancel');
  await page.locator('.crud-address').waitFor({ state: 'hidden' });

  await page
    .getByRole('button', { name: t('shell.user_menu', { name: 'Sita Sharma' }) })
    .or(page.locator('.top-bar button').last())
    .last()
    .click();
  await page.getByRole('menuitem', { name: t('shell.sign_out') }).click();
  await page.locator('#email').fill(CUSTOMER);
  await page.locator('#password').fill(PASSWORD);
  await page.locator('.public-submit').click();
  await page.locator('#code').waitFor();
  await shoot('sign-in-1-second-step');
  await setFinger(false);
  await page.locator('.public-link').first().click();
  await page.waitForFunction(() => document.querySelector('.public-alert')?.textContent);
  await shoot('sign-in-2-passkey-failed');
  await setFinger(true);
  await page.locator('.public-link').first().click();
  await page.locator('.top-bar').waitFor();
  await page.goto(`${site}/profile`);
  await page.locator('#two-factor').waitFor();
  await press('twoFactor.turnOff');
  await dialog.locator('[name=password]').fill(PASSWORD);
  await shoot('two-factor-6-turn-off');
  await dialog.getByRole('button', { name: t('twoFactor.passkey.use') }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** Ending another session. */
export async function sessions({ page, look, shoot }) {
  const t = await textsIn(look.language);
  const token = await openAs(page, CUSTOMER, '/profile');
  for (let n = 0; n < 6; n++) await login(CUSTOMER);
  await page.reload();
  const list = page.getByRole('heading', { name: t('profile.sessions') });
  await list.waitFor();
  await shoot('sessions-1-list', page.locator('.profile-foot'));
  await page
    .getByRole('button', { name: new RegExp(`^${t('profile.session.end')}: `) })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
  await shoot('sessions-2-end');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('crud.form.cancel') })
    .click();
  await page.getByRole('button', { name: t('profile.session.endOthers') }).click();
  await page.getByRole('dialog').waitFor();
  await shoot('sessions-3-end-others');
  await ask('/v1/autho/sessions/end-others/', { token, method: 'POST' });
}

/** API keys and webhooks, whose secrets are shown once. */
export async function keys({ page, look, shoot }) {
  const t = await textsIn(look.language);
  await openAs(page, CUSTOMER, '/settings/api-keys/create');
  await page.locator('[name=name]').fill('Online shop of Himal Traders, order confirmations');
  await page.locator('.api-key-proof [name=password]').fill('wrong');
  await page.getByRole('button', { name: t('apiKey.make') }).click();
  await page.locator('.api-key-proof .Mui-error').first().waitFor();
  await shoot('api-key-1-proof', page.locator('.api-key-proof'));
  await page.locator('.api-key-proof [name=password]').fill(PASSWORD);
  await page.getByRole('button', { name: t('apiKey.make') }).click();
  await page.locator('.api-key-made').waitFor();
  await shoot('api-key-2-secret');
  await page.getByRole('link', { name: t('apiKey.kept') }).click();
  await page
    .getByRole('link', { name: /^Online shop of Himal/ })
    .first()
    .click();
  await page.getByRole('button', { name: t('apiKey.revoke'), exact: true }).click();
  await page.getByRole('dialog').waitFor();
  await shoot('api-key-3-revoke');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('apiKey.revoke'), exact: true })
    .click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });

  await page.goto(`${site}/settings/webhooks/create`);
  await page.locator('[name=url]').fill('https://shop.himal-traders.example/hooks/sms');
  await page.locator('main [type=submit]').click();
  await page.locator('.webhook-made').waitFor();
  await shoot('webhook-1-secret');
  await page.getByRole('link', { name: t('webhook.kept') }).click();
  await page.getByRole('button', { name: t('webhook.rotate'), exact: true }).click();
  await page.getByRole('dialog').waitFor();
  await shoot('webhook-2-replace');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('webhook.rotateConfirm') })
    .click();
  await page.getByRole('dialog').locator('pre').waitFor();
  await shoot('webhook-3-new-secret');
  const token = await login(CUSTOMER);
  const { results } = await ask('/v1/autho/webhooks/', { token });
  for (const { uuid } of results)
    if (page.url().includes(uuid))
      await fetch(`${url}/v1/autho/webhooks/${uuid}/`, {
        method: 'DELETE',
        headers: { authorization: `Token ${token}` },
      });
}
