import { operationOf } from '../../s3/s3-api.ts';
import type { AwsCall } from '../service.ts';
import type { NeedsOf } from './requests.ts';

const onObject: Readonly<Record<string, string>> = {
  DeleteObject: 's3:DeleteObject',
  GetObject: 's3:GetObject',
  HeadObject: 's3:GetObject',
  PutObject: 's3:PutObject',
};
const onBucket: Readonly<Record<string, string>> = { HeadBucket: 's3:ListBucket', ListObjectsV2: 's3:ListBucket' };

/** @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazons3.html */
export const s3Needs: NeedsOf = (call) => {
  const url = urlOf(call);
  const operation = operationOf({ method: call.method, url, headers: call.headers }) ?? '';
  const [, bucket = '', ...key] = decodeURIComponent(url.pathname).split('/');
  const arn = `arn:aws:s3:::${bucket}`;
  const [objectAction, bucketAction] = [onObject[operation], onBucket[operation]];
  if (objectAction !== undefined) return [{ action: objectAction, resource: `${arn}/${key.join('/')}` }];
  return bucketAction === undefined ? undefined : [{ action: bucketAction, resource: arn }];
};

/**
 * S3 tells only callers with the right to list the bucket that an object does not exist; others hear AccessDenied.
 *
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html
 */
export const s3NeedsToMiss: NeedsOf = (call) => {
  const [, bucket = ''] = urlOf(call).pathname.split('/');
  return [{ action: 's3:ListBucket', resource: `arn:aws:s3:::${decodeURIComponent(bucket)}` }];
};

const urlOf = ({ url }: AwsCall): URL => new URL(url, 'http://s3');
