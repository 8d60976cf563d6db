import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/**
 * Writes a ZIP archive of texts to a new local file, one after the other at the pace of the disk; `contents` is read only
 * when its turn comes. Rejects with what fails in one of them.
 */
export async function writeZip(
  path: string,
  mode: number,
  entries: Iterable<{ name: string; contents: AsyncIterable<string> }>,
): Promise<void> {
  const zip = new ZipFile();
  const archive = zip.outputStream as Readable;
  const fail = (error: Error) => archive.destroy(error);
  zip.on('error', fail);
  // yazl does not listen to the streams that it is given: without this, a text that fails ends the process.
  for (const { name, contents } of entries)
    zip.addReadStream(Readable.from(contents).on('error', fail), name);
  zip.end();
  await pipeline(archive, createWriteStream(path, { mode }));
}
