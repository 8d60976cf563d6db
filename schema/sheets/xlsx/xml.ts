import { Parser } from 'saxen';

export type Attributes = Readonly<Record<string, string>>;

export interface XmlHandlers {
  /** Names come without their namespace prefix, because writers choose it freely. */
  open(name: string, attributes: () => Attributes): void;
  close(name: string): void;
  /** May come in several chunks. */
  text?(text: string): void;
}

/** Characters that need decoding are rare in a sheet of numbers and names. */
const decoded = (text: string, decode: (text: string) => string): string =>
  text.includes('&') ? decode(text) : text;

const localName = (name: string): string => {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
};

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
/** An attribute's raw text: saxen does not decode it. */
export const attributeText = (text = ''): string =>
  text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name) return NAMED[name] ?? whole;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });

/** Reads XML chunk by chunk. Throws when it is not well-formed. */
export function createXmlReader({ open, close, text }: XmlHandlers): Parser {
  const parser = new Parser();
  parser.on('openTag', (name, attributes) => open(localName(name), attributes));
  parser.on('closeTag', (name) => close(localName(name)));
  if (text) {
    parser.on('text', (raw, decode) => text(decoded(raw, decode)));
    parser.on('cdata', text);
  }
  parser.on('error', (error) => {
    throw error;
  });
  return parser;
}

/** Reads a whole XML file. */
export function readXml(bytes: Uint8Array, handlers: XmlHandlers): void {
  createXmlReader(handlers).write(new TextDecoder().decode(bytes)).end();
}
