import type { Files } from './files.ts';
import { filesOn } from './files.ts';

/** A bucket of Amazon S3 or of a compatible service (MinIO, Ceph, Garage, R2). */
export interface Bucket {
  bucket: string;
  region: string;
  /** Address of the service, unless it is Amazon's. */
  endpoint?: string | undefined;
  /** Absent: use the AWS SDK's default, such as the machine's role. */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined;
  /** `https://host/bucket/key` instead of `https://bucket.host/key`. */
  forcePathStyle: boolean;
}

const CONNECT_MS = 5_000;
/** Of silence in both directions. */
const SILENT_MS = 60_000;

/**
 * Files in a bucket; the local `folder` holds temporary files. The libraries are loaded here, so that servers with a local
 * store never load them.
 */
export async function s3Files(
  { bucket, region, endpoint, credentials, forcePathStyle }: Bucket,
  folder: string,
): Promise<Files> {
  const [{ Disk }, { S3Driver }, { S3Client }] = await Promise.all([
    import('flydrive'),
    import('flydrive/drivers/s3'),
    import('@aws-sdk/client-s3'),
  ]);
  const client = new S3Client({
    region,
    forcePathStyle,
    ...(endpoint && { endpoint }),
    ...(credentials && { credentials }),
    // The SDK's own checksums are trailers that many compatible services do not support.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENT_MS },
  });
  // Buckets are private by default; newer ones refuse every request with access lists.
  const driver = new S3Driver({ client, bucket, visibility: 'private', supportsACL: false });
  return filesOn({ disk: new Disk(driver), folder, close: () => client.destroy() });
}
