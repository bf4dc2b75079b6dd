import type { AwsCall } from '../service.ts';

/** A right that a call needs: action, resource and the condition keys that the service fills in. */
export interface Needed {
  /** `<service>:<Action>` as policies write it. */
  readonly action: string;
  /** ARN, or `*`. */
  readonly resource: string;
  /** Keys in lower case. */
  readonly context?: Readonly<Record<string, string>>;
}

/** The rights that a call needs. `undefined`: not known here, so no role may make it. */
export type NeedsOf = (call: AwsCall) => readonly Needed[] | undefined;

/** The body of a JSON protocol; something empty for one that is no JSON, which the service itself refuses. */
export function jsonBody({ body }: AwsCall): unknown {
  try {
    return JSON.parse(body.toString('utf8') || '{}');
  } catch {
    return {};
  }
}
