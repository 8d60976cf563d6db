import { COMMANDS, type Command, TLVS } from '../../server/services/sending/smpp/codec/commands.ts';
import type { OutgoingPdu } from '../../server/services/sending/smpp/codec/pdu.ts';

/** Of the codec. */
export const commands = Object.keys(COMMANDS) as Command[];
const ASCII = 'abcXYZ 0129_+@[]~';

/** Any value of a parameter of that kind; octets are the text of a receipt now and then. */
function anyValue(kind: string, next: (below: number) => number): string | number | Buffer {
  if (kind === 'octet') return next(0x100);
  if (kind === 'pair') return next(0x10000);
  const length = next(4) === 0 ? next(255) : next(20);
  if (kind === 'octets') {
    const octets = Buffer.from(Array.from({ length: Math.min(length, 200) }, () => next(0x100)));
    return next(4) === 0 ? Buffer.concat([Buffer.from('id:7 stat:UNDELIV err:0'), octets]) : octets;
  }
  return Array.from({ length }, () => ASCII[next(ASCII.length)]).join('');
}

/** Any PDU of a command, with all its parameters and about half of the optional ones. */
export function anyPdu(command: Command, next: (below: number) => number): OutgoingPdu {
  const fields: Record<string, unknown> = { command, sequence_number: 1 + next(0x7fffffff) };
  const { layout } = COMMANDS[command];
  for (const [name, kind] of layout) fields[name] = anyValue(kind, next);
  if (layout.length > 0)
    for (const [name, { kind }] of Object.entries(TLVS))
      if (next(2) === 1) fields[name] = anyValue(kind, next);
  return fields as unknown as OutgoingPdu;
}
