import { z } from 'zod';

/** Events that a user is told about by mail, with a link that says "this was not me". */
const alertKinds = [
  'password-changed',
  'address-changed',
  'key-added',
  'new-device',
  'passkey-added',
  'passkey-removed',
  'codes-renewed',
] as const;
export type AlertKind = (typeof alertKinds)[number];

/** Days that the link is valid; it works once. */
export const ALERT_DAYS = 7;

/** Both operations are below this path (ours). `check/` changes nothing, so mail scanners may follow the link. */
export const NOT_ME = '/v1/autho/not-me/';
export const notMe = z.strictObject({ link: z.string().max(100) });
/** The answer of POST check/. `kind` is the event in the mail; null when the link cannot be used. */
export const notMeChecked = z.object({ kind: z.enum(alertKinds).nullable() });
export type NotMeChecked = z.infer<typeof notMeChecked>;
