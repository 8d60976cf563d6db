/** The name in a content-disposition header, the UTF-8 form first (RFC 6266). */
export function fileNameOf(disposition: string | null): string | undefined {
  const encoded = disposition?.match(/filename\*\s*=\s*utf-8'[^']*'([^;]+)/i)?.[1];
  try {
    if (encoded) return decodeURIComponent(encoded.trim());
  } catch {
    // Falls back to the plain name if the encoding is broken.
  }
  const plain = disposition?.match(/filename\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^;]+))/i);
  return plain?.[1]?.replace(/\\(.)/g, '$1') || plain?.[2]?.trim() || undefined;
}
