import { randomInt } from 'node:crypto';
import { GSM_BASIC, GSM_ESCAPE, GSM_EXTENSION } from '#schema/gsm.ts';
import { ucs2Ends } from '#schema/sms.ts';
import { ucs2Octets } from './codec/text.ts';

export interface EncodedSms {
  /** SMPP data_coding: 0 is the GSM 03.38 default alphabet, 8 is UCS-2 (SMPP 3.4, 5.2.19). */
  dataCoding: 0 | 8;
  /** One per part, at most 140 octets packed. */
  parts: Buffer[];
}

const NONE = 0xffff;
const UDH_OCTETS = 6;
const SEPTETS = { single: 160, each: 153 };
const MOST_PARTS = 255;

/** Septet, or escape in the high octet and a septet, by UTF-16 code unit. */
const septets = new Uint16Array(0x20ad).fill(NONE);
for (let i = 0; i < GSM_BASIC.length; i++) if (i !== GSM_ESCAPE) septets[GSM_BASIC.charCodeAt(i)] = i;
for (const [char, code] of Object.entries(GSM_EXTENSION))
  septets[char.charCodeAt(0)] = (GSM_ESCAPE << 8) | code;

/** Starts at a random value, so that two processes do not both begin a recipient's parts with 0. */
let reference = randomInt(256);
const nextReference = (): number => {
  reference = (reference + 1) & 0xff;
  return reference;
};

/**
 * Cuts a text into the octets of its parts, without headers: in the GSM 03.38 alphabet, one septet per octet, if it has
 * every character, otherwise UCS-2. Parts are cut where countSms of schema/sms.ts counts them: never inside an escape pair
 * or a surrogate pair, nor inside a visible character if that costs no additional part.
 *
 * @throws RangeError for a text of more than 255 parts.
 */
export function cutSms(text: string): EncodedSms {
  const gsm = gsmOctets(text);
  const parts = gsm ? cutGsm(gsm) : cutUcs2(text).map(ucs2Octets);
  if (parts.length > MOST_PARTS) throw new RangeError(`a message has at most ${MOST_PARTS} parts`);
  return { dataCoding: gsm ? 0 : 8, parts };
}

/**
 * The parts from cutSms; parts of a longer message have a concatenation header (3GPP TS 23.040, 9.2.3.24.1: 05 00 03
 * reference total number), so the caller sets the UDH indicator in esm_class if there is more than one.
 *
 * @param reference 0..255, the same in all parts of a message; defaults to a counter's next value.
 * @throws RangeError for a text of more than 255 parts.
 */
export function encodeSms(text: string, reference: number = nextReference()): EncodedSms {
  const { dataCoding, parts: bodies } = cutSms(text);
  if (bodies.length === 1) return { dataCoding, parts: bodies };
  const parts = bodies.map((body, i) => {
    const part = Buffer.allocUnsafe(UDH_OCTETS + body.length);
    part.set([5, 0, 3, reference & 0xff, bodies.length, i + 1]);
    part.set(body, UDH_OCTETS);
    return part;
  });
  return { dataCoding, parts };
}

function gsmOctets(text: string): Buffer | null {
  const octets = Buffer.allocUnsafe(text.length * 2);
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    const septet = septets[text.charCodeAt(i)] ?? NONE;
    if (septet === NONE) return null;
    if (septet > 0xff) octets[length++] = GSM_ESCAPE;
    octets[length++] = septet & 0xff;
  }
  return octets.subarray(0, length);
}

function cutGsm(octets: Buffer): Buffer[] {
  if (octets.length <= SEPTETS.single) return [octets];
  const bodies: Buffer[] = [];
  for (let start = 0; start < octets.length; ) {
    let end = Math.min(start + SEPTETS.each, octets.length);
    if (octets[end - 1] === GSM_ESCAPE) end--;
    bodies.push(octets.subarray(start, end));
    start = end;
  }
  return bodies;
}

const cutUcs2 = (text: string): string[] =>
  ucs2Ends(text).map((end, n, ends) => text.slice(ends[n - 1] ?? 0, end));
