import * as z from 'zod/mini';
import type { AwsFailure } from '../../../core/channels/aws-exchange.ts';

/** What exceptions of the SDK have in common. */
const SdkException = z.object({
  name: z.string(),
  message: z.string(),
  $metadata: z.optional(z.object({ httpStatusCode: z.optional(z.number()) })),
  /** Tells errors of one name apart, if the API has such a field, as SMS does. */
  Reason: z.optional(z.string()),
});

const THROTTLED =
  /^(Throttl\w*|RequestThrottled\w*|TooManyRequests\w*|RequestLimitExceeded|(?:KMS|Kms)Throttling\w*|SlowDown|RequestTimeout\w*)$/;

/**
 * An exception of the SDK as a value. After no answer, throttling or a service fault, a retry may succeed.
 *
 * @throws an error that no AWS call causes: a bug
 */
export function awsFailureOf(error: unknown): AwsFailure {
  if (error instanceof TypeError || error instanceof RangeError) throw error;
  const parsed = SdkException.safeParse(error);
  if (!parsed.success) throw error;
  const { name, message, $metadata, Reason } = parsed.data;
  const status = $metadata?.httpStatusCode;
  return {
    kind: 'aws-failure',
    name,
    message,
    ...(Reason === undefined ? {} : { reason: Reason }),
    ...(status === undefined ? {} : { status }),
    retryable: status === undefined || status >= 500 || status === 429 || THROTTLED.test(name),
  };
}
