/** What a link's fault means to who set it up, from the code in its reason; the others are the operator's own words. */
export const linkFaults = [
  [/cannot be decrypted/, 'locked'],
  [/ESME_RINVPASWD|ESME_RINVSYSID|ESME_RBINDFAIL/, 'refused_login'],
  [/ECONNREFUSED/, 'refused_connection'],
  [/ENOTFOUND|EAI_AGAIN/, 'not_found'],
  [/EHOSTUNREACH|ENETUNREACH/, 'unreachable'],
  [/CERT|SIGNATURE|TLS|SSL|ALTNAME/, 'certificate'],
  [/PRIVATE_ADDRESS/, 'private'],
  [/TIMEDOUT|ABORT_ERR|Timeout|no bind within/, 'timeout'],
] as const satisfies readonly (readonly [RegExp, string])[];
export type LinkFault = (typeof linkFaults)[number][1];

export const linkFaultOf = (reason: string): LinkFault | undefined =>
  linkFaults.find(([code]) => code.test(reason))?.[1];
