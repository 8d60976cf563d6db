import { z } from 'zod';
import { choice, field } from './entity.ts';
import { settingsPart } from './settingsPart.ts';
import { shownLine } from './shownText.ts';

const mailSecurities = ['tls', 'starttls', 'none'] as const;

/** The mail server and the sender: one record. */
export const mailServer = settingsPart('mail', {
  host: field(
    'text',
    z
      .string()
      .trim()
      .max(253)
      .regex(
        /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/,
        'Enter the name of a server, such as mail.example.com.',
      ),
  ),
  port: field(
    'integer',
    z.int().min(1, 'Enter a port from 1 to 65535.').max(65_535, 'Enter a port from 1 to 65535.'),
  ),
  /** `tls`: from the first byte; `starttls`: required after the greeting; `none`: never encrypted. */
  security: choice(mailSecurities, { write: 'always' }),
  username: field('text', z.string().trim().max(200).nullish()),
  /** A missing one keeps the stored one, but not for another host or port or unencrypted; without a user name there is none. */
  password: field('text', z.string().max(300).nullish(), { write: 'secret' }),
  sender_name: field('text', shownLine(80).nullish()),
  sender_address: field('email', z.email().max(254)),
});
const mailServerInput = mailServer.update;
export type MailServerInput = z.infer<typeof mailServerInput>;
/** POST (ours): sends a test mail to the signed-in user. */
export const MAIL_TEST = `${mailServer.path}test/`;

export const mailSettings = z.object({
  /** What is set in the console; null: nothing. Never with the password. */
  server: mailServerInput.omit({ password: true }).extend({ has_password: z.boolean() }).nullable(),
  /** The server's environment sets server and sender, and these settings are not used. */
  is_fixed: z.boolean(),
  /** The sender in force, as it is in a mail; null: no mail is sent. */
  sender: z.string().nullable(),
  /** No mail is sent, and the demonstration shows it at /dev/outbox. */
  is_shown: z.boolean(),
});
export type MailSettings = z.infer<typeof mailSettings>;

/** The result of a test mail. */
export const mailTest = z.object({
  /** `accepted`: the mail server took it; `refused`: it answered with an error; `unreachable`: it did not answer. */
  result: z.enum(['accepted', 'refused', 'unreachable']),
  to: z.string(),
  /** What the mail server said. */
  detail: z.string(),
  ms: z.int().nonnegative(),
});
export type MailTest = z.infer<typeof mailTest>;
