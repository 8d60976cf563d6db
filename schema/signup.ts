import { z } from 'zod';
import { latinDigits, readPhone } from './phone.ts';
import { shownName } from './shownText.ts';

/** Length of a new password, in characters. */
export const PASSWORD_MIN = 8;
const PASSWORD_MAX = 200;
export const CODE_DIGITS = 6;
/** Minutes that a mailed code and the link for a forgotten password are valid. */
export const CODE_MINUTES = 10;
export const LINK_MINUTES = 60;
/** After this many wrong codes no code is accepted until a new one is mailed. */
export const CODE_TRIES = 5;
/** Minimum seconds between two mails to an address. */
export const RESEND_SECONDS = 60;

export const PASSWORD_SHORT = `Use at least ${PASSWORD_MIN} characters.`;
export const PASSWORD_PERSONAL = 'Choose a password that is not your name or e-mail address.';
export const PASSWORD_COMMON = 'This password is too common and easy to guess. Choose another one.';
export const NOT_EMAIL = 'Enter an e-mail address, such as name@example.com.';
export const NOT_PHONE = 'Enter a Nepal mobile number, such as 9841234567.';
export const NOT_CODE = `Enter the ${CODE_DIGITS}-digit code.`;

const languages = ['en', 'ne'] as const;
/** The language of a person's mails. */
const language = z.enum(languages).nullish();

/** An e-mail address as somebody types it. */
export const emailAddress = z.string().trim().min(1, 'Required').max(254).pipe(z.email(NOT_EMAIL));
/** A code that was sent, as somebody types it: in Devanagari digits, and with spaces or dashes between. */
export const sentCode = z
  .string()
  .overwrite((typed) => latinDigits(typed).replace(/[\s-]/g, ''))
  .min(1, 'Required')
  .regex(new RegExp(`^\\d{${CODE_DIGITS}}$`), NOT_CODE);
const text = shownName(120);
/** Identifies one of several sign-ups with the same address; only the browser that signed up knows it. */
const ticket = z.string().max(100).nullish();

/** The rules for every new password. `isPersonal` and the server's list of common passwords apply as well. */
const newPassword = z
  .string()
  .min(1, 'Required')
  .max(PASSWORD_MAX)
  .refine((password) => password === '' || [...password].length >= PASSWORD_MIN, PASSWORD_SHORT);

const plain = (value: string): string => value.normalize('NFKC').toLowerCase().replace(/\s+/g, '');

/** Whether a password is just the person's name or address, ignoring case and spaces. */
export function isPersonal(password: string, own: readonly (string | null | undefined)[]): boolean {
  const words = own.flatMap((word) => (word ? [word, word.split('@')[0] as string] : []));
  return words.some((word) => plain(word) === plain(password));
}

/** POST /v1/autho/user/signup/. A company has its own name; a personal account has the person's. */
export const signup = z
  .strictObject({
    type: z.enum(['individual', 'company']),
    account_name: z.union([z.literal(''), text]).nullish(),
    name: text,
    email: emailAddress,
    phone: z
      .string()
      .trim()
      .max(30)
      .refine((phone) => phone === '' || readPhone(phone).phone !== undefined, NOT_PHONE)
      .nullish(),
    password: newPassword,
    language,
  })
  .superRefine((values, context) => {
    const issue = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (values.type === 'company' && !values.account_name) issue('account_name', 'Required');
    if (isPersonal(values.password, [values.name, values.email, values.account_name]))
      issue('password', PASSWORD_PERSONAL);
  });
export type Signup = z.infer<typeof signup>;

/** Where the demonstration shows its mail; missing when mail is really sent. */
const outbox = z.string().optional();

/** The answer to a sign-up, whether or not the address has an account. */
export const signupStarted = z.object({ ticket: z.string(), outbox });
export type SignupStarted = z.infer<typeof signupStarted>;

/** The answer to a request for a new password, whether or not the address has an account. */
export const resetStarted = z.object({ outbox });
export type ResetStarted = z.infer<typeof resetStarted>;

/** POST /v1/autho/user/verify-otp/. Without a ticket, the newest sign-up of the address is used. */
export const verifyOtp = z.strictObject({
  email: emailAddress,
  otp: sentCode,
  ticket,
});

/** POST /v1/autho/user/resend-verification/ */
export const resendVerification = z.strictObject({ email: emailAddress, ticket });

/** POST /v1/autho/password_reset/ */
export const passwordReset = z.strictObject({ email: emailAddress, language });

/** POST /v1/autho/password_reset/check/: whether a mailed link is still valid. */
export const passwordResetLink = z.strictObject({ uuid: z.string().max(100) });
/** `keys`: number of the user's valid API keys, which the new password revokes unless they are kept. */
export const linkChecked = z.object({ usable: z.boolean(), keys: z.int() });
export type LinkChecked = z.infer<typeof linkChecked>;

/** POST /v1/autho/password_reset/confirm/. `uuid` is the last part of the mailed link. */
export const passwordResetConfirm = z.strictObject({
  uuid: z.string().max(100),
  password: newPassword,
  /** Whether the user's API keys stay valid; they are revoked otherwise. */
  keep_keys: z.boolean().nullish(),
});
