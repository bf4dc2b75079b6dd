import type { IncomingHttpHeaders } from 'node:http';

/** Who makes an AWS call, and to which service. */
export interface AwsCaller {
  /** Names the function or task that makes the call. */
  readonly accessKeyId: string;
  /** Signing name of the service: `dynamodb`, `sqs`, `s3`, `sts` … */
  readonly service: string;
}

/**
 * Reads caller and service from the credential of a SigV4 signature, in the header or in a presigned URL.
 *
 * The signature itself is not verified: the door listens on loopback only and guards nothing but the laptop's own data.
 *
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-signing-elements.html
 */
export function callerOf(headers: IncomingHttpHeaders, url: string): AwsCaller | undefined {
  const signed = /Credential=([^/,\s]+)\/\d{8}\/[^/]+\/([^/]+)\/aws4_request/.exec(headers.authorization ?? '');
  const match = signed ?? /[?&]X-Amz-Credential=([^&]+?)%2F\d{8}%2F[^%&]+%2F([^%&]+)%2Faws4_request/.exec(url);
  const [, accessKeyId, service] = match ?? [];
  return accessKeyId === undefined || service === undefined ? undefined : { accessKeyId, service };
}
