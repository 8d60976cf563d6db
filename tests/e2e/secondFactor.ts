import type { Page } from 'playwright';
import { authenticatorCode } from './authenticatorCode.ts';
import { PASSWORD, see } from './steps.ts';

/** Sets two-factor sign-in up on the profile that is open; answers the key and the recovery codes. */
export async function setUpTwoFactor(page: Page): Promise<{ key: string; codes: string[] }> {
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await see(dialog.getByText('Scan this code with the app:'));
  const key = (await dialog.locator('pre').textContent())?.trim() ?? '';
  await dialog.getByLabel('App code').fill(authenticatorCode(key));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await see(page.getByRole('dialog', { name: 'Two-factor sign-in is on' }));
  const codes = ((await page.getByRole('dialog').locator('pre').textContent()) ?? '').trim().split(/\s+/);
  await page.getByRole('button', { name: 'I have saved them' }).click();
  return { key, codes };
}
