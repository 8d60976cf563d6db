/** Characters that no message may contain: control characters, and those that change the direction of text. */
const REFUSED = /(?![\t\n\r])[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;
/** Spaces and invisible characters. */
const BLANK = /^[\s\p{Default_Ignorable_Code_Point}]*$/u;
const UNNAMED = /\{\{\s*\}\}/;

/** Unicode names of invisible characters that people paste by accident. */
const names: Readonly<Record<number, string>> = {
  0: 'null',
  7: 'bell',
  8: 'backspace',
  11: 'line tabulation',
  12: 'form feed',
  27: 'escape',
  127: 'delete',
  133: 'next line',
  8234: 'left-to-right embedding',
  8235: 'right-to-left embedding',
  8236: 'pop directional formatting',
  8237: 'left-to-right override',
  8238: 'right-to-left override',
  8294: 'left-to-right isolate',
  8295: 'right-to-left isolate',
  8296: 'first strong isolate',
  8297: 'pop directional isolate',
};
const CONTROL = 'control character';

/** Every name that `refusedCharacter` may return. */
export const characterNames: readonly string[] = [...Object.values(names), CONTROL];

/**
 * The first forbidden character of a text, by code and name: "U+202E right-to-left override". Line breaks and tabs are
 * allowed, and so are ZWJ and ZWNJ, which Nepali needs.
 */
export function refusedCharacter(text: string): string | undefined {
  const code = REFUSED.exec(text)?.[0].codePointAt(0);
  if (code === undefined) return undefined;
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')} ${names[code] ?? CONTROL}`;
}

/** Whether nobody sees anything of a text. */
export const isBlank = (text: string): boolean => BLANK.test(text);

/** Errors in the text of a message or template that do not depend on the placeholders' values. */
export function bodyProblem(body: string): string | undefined {
  if (isBlank(body)) return 'The text is blank. Write a message.';
  if (UNNAMED.test(body))
    return 'A placeholder has no name. Write it between the brackets, such as {{name}}, or delete the brackets.';
  const character = refusedCharacter(body);
  return character && `The text has a character that may not be sent: ${character}. Delete it.`;
}
