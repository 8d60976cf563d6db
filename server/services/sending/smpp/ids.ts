import type { MessageIds } from './settings.ts';

/** Normalises a message's id from the operator's answer and from its receipts, so that both are equal. */
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
  // An id with a letter is hexadecimal anyway, as in Kannel (smsc_smpp.c, handle_dlr).
  DECIMAL.test(id) ? BigInt(id).toString(16) : hexadecimal(id);
const fromHexadecimal = (id: string): string => {
  const digits = HEXADECIMAL.exec(id)?.[1];
  return digits ? String(BigInt(`0x${digits}`)) : id;
};

/**
 * Some operators answer a submit_sm with an id in one notation and use another in its receipt, or different zeros or
 * capitals: Kannel's msg-id-type 0x00 to 0x03. `same` compares ids as text; the others as numbers, of any length, in the
 * answer's notation.
 */
const READERS: Readonly<Record<MessageIds, IdReader>> = {
  same: { answered: same, receipted: same },
  decimal: { answered: decimal, receipted: decimal },
  hex: { answered: hexadecimal, receipted: hexadecimal },
  hex_decimal: { answered: hexadecimal, receipted: fromDecimal },
  decimal_hex: { answered: decimal, receipted: fromHexadecimal },
};

/** An id has at most 64 characters (SMPP 3.4, 5.2.23), and an index cannot hold much longer ones. */
const LONGEST = 255;

/** Without the blanks with which some fill up the field. */
const kept = (id: string): string => id.trim().slice(0, LONGEST);

export function idReader(ids: MessageIds): IdReader {
  const { answered, receipted } = READERS[ids];
  return {
    answered: (id) => answered(kept(id)),
    receipted: (id) => receipted(kept(id)),
  };
}
