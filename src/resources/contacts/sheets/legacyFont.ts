/** A word as old Nepali fonts spell it in ASCII, such as `g]kfn`: signs inside a word, no Devanagari. */
const looksLegacy = (text: string): boolean =>
  /[A-Za-z][\][{}|;\\^~+=/]|[\][{}|;\\^~+=/][A-Za-z]/.test(text) && !/[\u0900-\u097f]/.test(text);

/** Whether names were typed in an old font such as Preeti, judged by a quarter of them. */
export function isLegacyFont(names: readonly string[]): boolean {
  const given = names.filter(Boolean);
  return given.length > 0 && given.filter(looksLegacy).length > given.length / 4;
}
