import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Db } from '../../db/database.ts';
import { type Files, localFiles } from './files.ts';
import { type Bucket, s3Files } from './filesS3.ts';
import { lacksNewestFile } from './newestFile.ts';
import { closeFolder } from './privateFolder.ts';

/** Uploads contain personal papers: no other user of the machine may read them, including those of earlier versions. */
async function closeToOthers(folder: string, log: Logger): Promise<void> {
  const warn = (error: unknown) => log.warn({ err: error }, `${folder} cannot be closed to other users`);
  try {
    const { done } = await closeFolder(folder);
    void done.then((closed) => {
      if (closed > 0) log.info(`${closed} files and folders in ${folder} were closed to other users`);
    }, warn);
  } catch (error) {
    warn(error);
  }
}

/** Opens the store of uploads: a bucket, or `files` in the data folder. Warns if other processes use a different store. */
export async function openStore(
  db: Db,
  { bucket, dataDir, log }: { bucket: Bucket | null; dataDir: string; log: Logger },
): Promise<Files> {
  const folder = join(dataDir, 'files');
  await closeToOthers(folder, log);
  const files = bucket ? await s3Files(bucket, folder) : localFiles(folder);
  const isElsewhere = await lacksNewestFile(db, files).catch((error: unknown) => {
    log.warn({ err: error }, 'the store of uploaded files does not answer');
    return false;
  });
  if (isElsewhere) {
    log.warn(
      `the newest uploaded file is not in ${bucket ? `the bucket ${bucket.bucket}` : folder}: processes on several machines need one S3_BUCKET, or one shared DATA_DIR`,
    );
  }
  return files;
}
