import type { Refusal } from '../link/link.ts';
import { type StatusName, statusName } from './codec/statuses.ts';

/**
 * Temporary refusals. Every other status (including ESME_RSUBMITFAIL and an operator's own codes, 0x400 and up) is
 * permanent: retrying such a message forever costs more than having a person look at it.
 */
const TEMPORARY: Readonly<Partial<Record<StatusName, Pick<Refusal, 'throttled' | 'unsent'>>>> = {
  ESME_RTHROTTLED: { throttled: true },
  ESME_RMSGQFUL: { throttled: true },
  // The operator's system failed; an error response means that it did not accept the message.
  ESME_RSYSERR: { throttled: false },
  // It lost our bind (for example in a switch-over), so it looked at no message.
  ESME_RINVBNDSTS: { throttled: false, unsent: true },
  ESME_RX_T_APPN: { throttled: false },
  ESME_RSERTYPUNAVAIL: { throttled: false },
};

/**
 * The meaning of a refused submit_sm's status for its message; `error` is its name in SMPP 3.4 section 5.1.3, or 0x... if it
 * has none.
 */
export function refusalOf(status: number): Refusal {
  const error = statusName(status);
  const known = TEMPORARY[error as StatusName];
  return { error, temporary: known !== undefined, throttled: false, ...known };
}
