import { GetObjectCommand, NoSuchKey, type S3Client } from '@aws-sdk/client-s3';

/** Reads the JSON text of a large body; undefined when there is none under the key. */
export function createPayloadReader(s3: S3Client, bucket: string) {
  return async (key: string): Promise<string | undefined> => {
    try {
      const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
      return await Body?.transformToString('utf-8');
    } catch (error) {
      if (error instanceof NoSuchKey || isAccessDenied(error)) return undefined;
      throw error;
    }
  };
}

/** S3's answer for a missing key to a caller that is not allowed to list the bucket. */
function isAccessDenied(error: unknown): boolean {
  return error instanceof Error && error.name === 'AccessDenied';
}
