import { GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';

/** Key of the body of a message that is too large for its row. */
export function bodyKey(organizationId: string, messageId: string): string {
  return `${organizationId}/${messageId}.json`;
}

/** Stores and reads the JSON text of large bodies. Objects outlive the rows that point at them by a day. */
export function createBodyStore(s3: S3Client, bucket: string) {
  return {
    async put(key: string, text: string): Promise<void> {
      await s3.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: text, ContentType: 'application/json' }));
    },

    /** The text under `key`. @throws when there is none, which is a bug: bodies outlive the rows that point at them. */
    async get(key: string): Promise<string> {
      const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
      if (Body === undefined) throw new Error(`The body ${key} came back empty.`);
      return Body.transformToString('utf-8');
    },
  };
}
