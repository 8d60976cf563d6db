const PIECE = 2 * 1024 * 1024;

/** A file's bytes in chunks, so that memory does not grow with the file. */
export async function* fileBytes(file: Blob): AsyncGenerator<Uint8Array<ArrayBuffer>, void, void> {
  for (let at = 0; at < file.size; at += PIECE)
    yield new Uint8Array(await file.slice(at, at + PIECE).arrayBuffer());
}
