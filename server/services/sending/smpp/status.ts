import { type StatusName, statusName } from './codec/statuses.ts';

/** What a command_status that is not ESME_ROK says of the PDU that it answers. */
export interface Refusal {
  /** The status by its name in SMPP 3.4 section 5.1.3, or 0x... in hexadecimal where it has none. */
  error: string;
  /** Whether the same PDU may be accepted later. */
  temporary: boolean;
  /** Whether the operator asks for a slower pace. */
  throttled: boolean;
}

/**
 * The refusals that pass by themselves. Every other status (ESME_RSUBMITFAIL and an operator's own codes,
 * 0x400 and up, included) is permanent: repeating such a message without end costs more than a
 * person's look at it.
 */
const TEMPORARY: Readonly<Partial<Record<StatusName, { throttled: boolean }>>> = {
  ESME_RTHROTTLED: { throttled: true },
  ESME_RMSGQFUL: { throttled: true },
  // The operator's system failed; an error answer means that it did not take the message.
  ESME_RSYSERR: { throttled: false },
  // It lost our bind (a switch-over, for instance).
  ESME_RINVBNDSTS: { throttled: false },
  ESME_RX_T_APPN: { throttled: false },
  ESME_RSERTYPUNAVAIL: { throttled: false },
};

/** What a refused submit_sm's status means for its message. */
export function refusalOf(status: number): Refusal {
  const error = statusName(status);
  const known = TEMPORARY[error as StatusName];
  return { error, temporary: known !== undefined, throttled: known?.throttled ?? false };
}
