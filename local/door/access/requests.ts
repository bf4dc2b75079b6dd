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

/** Finds the rights that a call needs. `undefined`: they are not known here, so no role may make the call. */
export type NeedsOf = (call: AwsCall) => readonly Needed[] | undefined;

/** The parsed body of a JSON call; an empty object for a body that is not JSON, which the service itself refuses. */
export function jsonBody({ body }: AwsCall): unknown {
  try {
    return JSON.parse(body.toString('utf8') || '{}');
  } catch {
    return {};
  }
}
