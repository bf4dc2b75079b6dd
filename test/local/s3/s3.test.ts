import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDoor, type Door } from '../../../local/door/door.ts';
import { s3Service } from '../../../local/door/services/s3.ts';
import { ObjectStore } from '../../../local/s3/object-store.ts';

const file = () => join(mkdtempSync(join(tmpdir(), 's3-')), 's3.sqlite');
const Bucket = 'bodies';
let door: Door;
let store: ObjectStore;
let client: S3Client;
let path: string;

beforeEach(async () => {
  path = file();
  store = new ObjectStore(path);
  store.createBucket(Bucket);
  door = await openDoor();
  door.serve('s3', s3Service(store));
  const credentials = { accessKeyId: 'operator', secretAccessKey: 'local' };
  client = new S3Client({ endpoint: door.url, region: 'us-east-1', credentials, maxAttempts: 1 });
});

afterEach(async () => {
  client.destroy();
  await door.close();
  store.close();
});

const put = (Key: string, Body: string | Buffer = 'x') => client.send(new PutObjectCommand({ Bucket, Key, Body }));
const text = async (Key: string) =>
  (await client.send(new GetObjectCommand({ Bucket, Key }))).Body!.transformToString();

describe('S3 for the real client', () => {
  it('gives back what was put, with its type and metadata', async () => {
    const { ETag } = await client.send(
      new PutObjectCommand({
        Bucket,
        Key: 'a/b c.json',
        Body: '{"ä":1}',
        ContentType: 'application/json',
        Metadata: { k: 'v' },
      }),
    );

    const got = await client.send(new GetObjectCommand({ Bucket, Key: 'a/b c.json' }));

    expect(await got.Body!.transformToString()).toBe('{"ä":1}');
    expect(got).toMatchObject({ ContentType: 'application/json', Metadata: { k: 'v' }, ContentLength: 8, ETag });
  });

  it('takes a stream, which the client sends in chunks with a checksum after it', async () => {
    const parts = ['one', 'two'.repeat(50_000)];
    await client.send(new PutObjectCommand({ Bucket, Key: 's', Body: Readable.from(parts), ContentLength: 150_003 }));

    expect(await text('s')).toBe(parts.join(''));
  });

  it('keeps a megabyte of any bytes', async () => {
    const body = Buffer.alloc(1024 * 1024, Buffer.from([0, 255, 13, 10]));
    await put('big', body);

    const got = await client.send(new GetObjectCommand({ Bucket, Key: 'big' }));

    expect(Buffer.from(await got.Body!.transformToByteArray()).equals(body)).toBe(true);
  });

  it('replaces an object, and refuses to when it must not exist', async () => {
    await put('a', 'first');
    await put('a', 'second');

    const refused = client.send(new PutObjectCommand({ Bucket, Key: 'a', Body: 'third', IfNoneMatch: '*' }));

    await expect(refused).rejects.toMatchObject({ name: 'PreconditionFailed' });
    expect(await text('a')).toBe('second');
  });

  it('tells size and type without the body', async () => {
    await put('a', '12345');

    const head = await client.send(new HeadObjectCommand({ Bucket, Key: 'a' }));

    expect(head.ContentLength).toBe(5);
  });

  it('rejects what is not there as S3 does', async () => {
    await expect(text('none')).rejects.toMatchObject({ name: 'NoSuchKey' });
    await expect(client.send(new HeadObjectCommand({ Bucket, Key: 'none' }))).rejects.toMatchObject({
      name: 'NotFound',
    });
    await expect(client.send(new GetObjectCommand({ Bucket: 'none', Key: 'a' }))).rejects.toMatchObject({
      name: 'NoSuchBucket',
    });
  });

  it('deletes one and several, also what is not there', async () => {
    for (const key of ['a', 'b&<c', 'd']) await put(key);

    await client.send(new DeleteObjectCommand({ Bucket, Key: 'a' }));
    await client.send(new DeleteObjectCommand({ Bucket, Key: 'a' }));
    const { Deleted } = await client.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: 'b&<c' }, { Key: 'no' }] } }),
    );

    expect(Deleted).toEqual([{ Key: 'b&<c' }, { Key: 'no' }]);
    expect((await client.send(new ListObjectsV2Command({ Bucket }))).Contents?.map(({ Key }) => Key)).toEqual(['d']);
  });

  it('lists by prefix in pages, in key order', async () => {
    for (const key of ['b/2', 'a/1', 'b/1', 'b/3', 'c']) await put(key);

    const first = await client.send(new ListObjectsV2Command({ Bucket, Prefix: 'b/', MaxKeys: 2 }));
    const rest = await client.send(
      new ListObjectsV2Command({ Bucket, Prefix: 'b/', ContinuationToken: first.NextContinuationToken }),
    );

    expect(first).toMatchObject({
      IsTruncated: true,
      KeyCount: 2,
      Contents: [{ Key: 'b/1', Size: 1 }, { Key: 'b/2' }],
    });
    expect(rest).toMatchObject({ IsTruncated: false, Contents: [{ Key: 'b/3' }] });
  });

  it('creates buckets', async () => {
    await client.send(new CreateBucketCommand({ Bucket: 'another' }));

    await expect(client.send(new HeadBucketCommand({ Bucket: 'another' }))).resolves.toBeDefined();
  });

  it('says so when a call is not available', async () => {
    const copy = client.send(new PutObjectCommand({ Bucket, Key: 'a', Body: 'x', ACL: 'private' }));
    await expect(copy).resolves.toBeDefined();
    const tagging = fetch(`${door.url}/${Bucket}/a?tagging`, {
      headers: { authorization: 'Credential=operator/20260101/us-east-1/s3/aws4_request' },
    });

    expect((await tagging).status).toBe(501);
  });
});

it('keeps objects when the file is opened again', async () => {
  await put('a', 'kept');

  const again = new ObjectStore(path);
  const body = again.get(Bucket, 'a')?.body;
  again.close();

  expect(Buffer.from(body!).toString()).toBe('kept');
});
