import { PASSWORD_COMMON, PASSWORD_MIN } from '#schema/signup.ts';
import { invalidField } from '../platform/problem.ts';

let common: Promise<ReadonlySet<string>> | undefined;

/** Those of zxcvbn's 49,000 that are long enough to be allowed here, in lower case; loaded on first use. */
async function readCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter((password) => password.length >= PASSWORD_MIN));
}

/** Throws `invalid` for a common password, ignoring case: attackers try those first. */
export async function refuseCommon(field: string, password: string): Promise<void> {
  common ??= readCommon();
  if ((await common).has(password.trim().toLowerCase())) throw invalidField(field, PASSWORD_COMMON);
}
