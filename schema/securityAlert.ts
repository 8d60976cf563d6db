import { z } from 'zod';

/** What a user is told of by mail, with a link that says "this was not me". */
const alertKinds = [
  'password-changed',
  'address-changed',
  'key-added',
  'new-device',
  'passkey-added',
  'passkey-removed',
] as const;
export type AlertKind = (typeof alertKinds)[number];

/** Days that the link can be used, once. */
export const ALERT_DAYS = 7;

/** Both of its operations lie under this path (ours): `check/` changes nothing, so that mail scanners may follow links. */
export const NOT_ME = '/v1/autho/not-me/';
export const notMe = z.strictObject({ link: z.string().max(100) });
/** What POST check/ answers; `kind` says what the mail told of, null where the link cannot be used. */
export const notMeChecked = z.object({ kind: z.enum(alertKinds).nullable() });
export type NotMeChecked = z.infer<typeof notMeChecked>;
