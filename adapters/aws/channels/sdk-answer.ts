import type { AwsAccepted } from '../../../core/channels/aws-exchange.ts';

/** An answer of the SDK as a value. */
export function acceptedBy({ $metadata }: { $metadata: { httpStatusCode?: number | undefined } }): AwsAccepted {
  return { kind: 'accepted', status: $metadata.httpStatusCode ?? 200 };
}
