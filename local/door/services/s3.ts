import { handleS3, operationOf } from '../../s3/s3-api.ts';
import type { ObjectStore } from '../../s3/object-store.ts';
import type { AwsService } from '../service.ts';

/** S3 from the given store. */
export function s3Service(store: ObjectStore): AwsService {
  return ({ method, url, headers, body }) => {
    const parsed = new URL(url, 'http://s3');
    const request = { method, url: parsed, headers, body };
    const operation = operationOf(request) ?? 'unknown';
    return { ...handleS3(store, request), operation };
  };
}
