/** The part of saxen that is used to read workbooks; the package has no types. */
declare module 'saxen' {
  type Decode = (text: string) => string;
  export class Parser {
    on(event: 'openTag', call: (name: string, attributes: () => Record<string, string>) => void): this;
    on(event: 'closeTag', call: (name: string) => void): this;
    on(event: 'text', call: (text: string, decode: Decode) => void): this;
    on(event: 'cdata', call: (text: string) => void): this;
    on(event: 'error', call: (error: Error) => void): this;
    write(xml: string): this;
    end(): unknown;
  }
}
