import { authenticatorCode } from '../../tests/e2e/authenticatorCode.ts';
import { ADMIN, PASSWORD } from './demo.mjs';
import { ask, login, mailedLink, openAs, site } from './journeySteps.mjs';
import { textsIn } from './texts.mjs';

let invited = 0;

/** An administrator's: step-up, invitations, links, what is done to users, and the pages of the mailed links. */
export async function users({ page, look, shoot }) {
  const t = await textsIn(look.language);
  const token = await openAs(page, ADMIN, '/users/create');
  const email = `gita.thapa.${++invited}@himal-traders.example`;
  await page.locator('main [type=submit]').click();
  await page.locator('.Mui-error').first().waitFor();
  await shoot('invitation-1-form');
  const { results } = await ask('/v1/admin/accounts/?search=Himal', { token });
  const { data: user } = await ask('/v1/autho/users/', {
    token,
    body: { name: 'Gita Thapa', email, role: 'customer', account: results[0].uuid },
  });
  await page.goto(`${site}/users/${user.uuid}/show`);
  const dialog = page.getByRole('dialog');
  const press = (key) => page.getByRole('button', { name: t(key), exact: true }).click();
  const cancel = async () => {
    await dialog.getByRole('button', { name: t('crud.form.cancel') }).click();
    await dialog.waitFor({ state: 'hidden' });
  };
  await shoot('invitation-2-user', page.locator('.users-access'));
  // As if it were later: the server's minutes are not waited for.
  await page.route(
    '**/invitation-link/',
    (route) =>
      route.fulfill({ status: 403, json: { code: 'proof_required', detail: 'Confirm that it is you.' } }),
    { times: 1 },
  );
  await press('users.do.invitationLink');
  await dialog.locator('[name=password]').waitFor();
  await shoot('step-up-1');
  await dialog.locator('[name=password]').fill('wrong');
  await dialog.locator('[type=submit]').click();
  await dialog.locator('.Mui-error').first().waitFor();
  await shoot('step-up-2-wrong');
  await dialog.locator('[name=password]').fill(PASSWORD);
  await dialog.locator('[type=submit]').click();
  await dialog.locator('pre').waitFor();
  await shoot('invitation-3-link');
  await press('users.link.kept');

  const link = await mailedLink(email, 'reset-password');
  await ask('/v1/autho/password_reset/confirm/', { body: { uuid: link, password: 'momo-and-tea-1' } });
  const own = await login(email, 'momo-and-tea-1');
  await ask('/v1/autho/api-keys/', {
    token: own,
    body: { name: 'Shop', pairs: [['contact-list', 'get']], password: 'momo-and-tea-1' },
  });
  const { data } = await ask('/v1/autho/two-factor/start/', {
    token: own,
    body: { password: 'momo-and-tea-1' },
  });
  await ask('/v1/autho/two-factor/confirm/', { token: own, body: { code: authenticatorCode(data.secret) } });
  await page.reload();
  for (const [name, key] of [
    ['user-1-remove-second-factor', 'twoFactor.remove'],
    ['user-2-send-link', 'users.do.sendLink'],
    ['user-3-end-sessions', 'users.do.endSessions'],
    ['user-4-deactivate', 'users.do.deactivate'],
    ['user-5-sign-in-as', 'users.acting.start'],
  ]) {
    await press(key);
    await dialog.waitFor();
    await shoot(name);
    await cancel();
  }
  await ask(`/v1/autho/users/${user.uuid}/`, { token, method: 'PUT', body: { email: `new.${email}` } });
  await page.reload();
  await page.locator('.crud-address').waitFor();
  await shoot('user-6-pending-address', page.locator('.crud-address'));

  const confirm = await mailedLink(`new.${email}`, 'confirm-address');
  await page.goto(`${site}/confirm-address/${confirm}`);
  await page.locator('.public-submit').waitFor();
  await shoot('link-1-confirm-address');
  await ask('/v1/autho/password_reset/', { body: { email } });
  const reset = await mailedLink(email, 'reset-password', link);
  await page.goto(`${site}/reset-password/${reset}`);
  await page.locator('[name=password]').waitFor();
  await page.locator('[name=password]').fill('short');
  await page.locator('.public-submit').click();
  await page.locator('[aria-invalid=true]').waitFor();
  await shoot('link-2-reset-password');
  const notMe = await mailedLink(email, 'not-me');
  await page.goto(`${site}/not-me/${notMe}`);
  await page.locator('.public-submit').waitFor();
  await shoot('link-3-not-me');
}

/** The viewer of identity papers, and the decisions. */
export async function identity({ page, look, shoot }) {
  const t = await textsIn(look.language);
  const token = await openAs(page, ADMIN, '/kyc');
  const { results } = await ask('/v1/autho/kyc/?status=pending', { token });
  await page.goto(`${site}/kyc/${results[0].uuid}`);
  await page.locator('.document-view img').first().waitFor();
  await shoot('kyc-1-papers', page.locator('.document-view'));
  await page.locator('button.document-view-frame').first().click();
  await page.getByRole('dialog').waitFor();
  await shoot('kyc-2-viewer');
  await page.getByRole('button', { name: t('document.close') }).click();
  const bar = page.locator('.review-bar');
  await bar.getByRole('button').last().click();
  await page.getByRole('dialog').waitFor();
  await shoot('kyc-3-approve');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await bar.getByRole('button').first().click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('reviews.reject'), exact: true })
    .click();
  await page.getByRole('dialog').locator('.Mui-error').first().waitFor();
  await shoot('kyc-4-reject');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: t('reviews.correct.button'), exact: true }).click();
  await page.getByRole('dialog').waitFor();
  await shoot('kyc-5-correct');
}
