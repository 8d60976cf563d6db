/** A word in an old Nepali font's ASCII encoding, such as `g]kfn`: punctuation inside a word, no Devanagari. */
const looksLegacy = (text: string): boolean =>
  /[A-Za-z][\][{}|;\\^~+=/]|[\][{}|;\\^~+=/][A-Za-z]/.test(text) && !/[\u0900-\u097f]/.test(text);

/** Whether names were typed in an old font such as Preeti: if a quarter of them look like it. */
export function isLegacyFont(names: readonly string[]): boolean {
  const given = names.filter(Boolean);
  return given.length > 0 && given.filter(looksLegacy).length > given.length / 4;
}
