import { createHmac } from 'node:crypto';
import type { Page } from 'playwright';
import { PASSWORD, see } from './steps.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** What an authenticator app on a phone shows for a key, so many half minutes from now. */
export function authenticatorCode(key: string, later = 0): string {
  const bits = [...key.replaceAll(' ', '')]
    .map((c) => ALPHABET.indexOf(c).toString(2).padStart(5, '0'))
    .join('');
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later));
  const mac = createHmac('sha1', bytes).update(counter).digest();
  const at = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

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
