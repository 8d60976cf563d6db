import type { MessageIds } from './settings.ts';

/** How a link writes a message's id, from the operator's answer and from its receipts: the same for one message. */
interface IdReader {
  answered(id: string): string;
  receipted(id: string): string;
}

const DECIMAL = /^\d+$/;
const HEXADECIMAL = /^(?:0x)?([0-9a-f]+)$/i;

const same = (id: string): string => id;
const decimal = (id: string): string => (DECIMAL.test(id) ? String(BigInt(id)) : id);
const hexadecimal = (id: string): string => {
  const digits = HEXADECIMAL.exec(id)?.[1];
  return digits ? BigInt(`0x${digits}`).toString(16) : id;
};
const fromDecimal = (id: string): string =>
  // With a letter in it, it is hexadecimal all the same, as Kannel takes it (smsc_smpp.c, handle_dlr).
  DECIMAL.test(id) ? BigInt(id).toString(16) : hexadecimal(id);
const fromHexadecimal = (id: string): string => {
  const digits = HEXADECIMAL.exec(id)?.[1];
  return digits ? String(BigInt(`0x${digits}`)) : id;
};

/**
 * Some operators answer a submit_sm with an id in one notation and name it in another in its receipt, or with other
 * zeros or capitals: Kannel's msg-id-type 0x00 to 0x03. `same` compares ids as they are written; the others as
 * numbers, of any length, in the notation of the answer.
 */
const READERS: Readonly<Record<MessageIds, IdReader>> = {
  same: { answered: same, receipted: same },
  decimal: { answered: decimal, receipted: decimal },
  hex: { answered: hexadecimal, receipted: hexadecimal },
  hex_decimal: { answered: hexadecimal, receipted: fromDecimal },
  decimal_hex: { answered: decimal, receipted: fromHexadecimal },
};

/** An id has 64 characters (SMPP 3.4, 5.2.23); what is longer than an index takes would fit into no book. */
const LONGEST = 255;

export function idReader(ids: MessageIds): IdReader {
  const { answered, receipted } = READERS[ids];
  return {
    answered: (id) => answered(id.slice(0, LONGEST)),
    receipted: (id) => receipted(id.slice(0, LONGEST)),
  };
}
