/** A text as an address; undefined if it is none. `URL.canParse` is newer than some browsers that the console supports. */
export function parsedUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
