/** From the runner to an instance: one invocation. */
export interface Invocation {
  readonly requestId: string;
  readonly event: unknown;
  /** Epoch milliseconds at which the function times out. */
  readonly deadline: number;
}

/** From an instance to the runner. */
export type InstanceMessage =
  | { readonly kind: 'ready' }
  | (InvocationResult & {
      /** Whether extensions in it are still at work; then `idle` follows. */
      readonly isBusy: boolean;
    })
  | { readonly kind: 'idle' };

/** What became of an invocation. An error is what the invoker of a real function would be told. */
export type InvocationResult =
  | { readonly kind: 'result'; readonly payload: unknown }
  | { readonly kind: 'error'; readonly type: string; readonly message: string };

/** Reads a message of an instance; `undefined` for anything else that comes over the channel. */
export function toInstanceMessage(value: unknown): InstanceMessage | undefined {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return undefined;
  if (value.kind === 'ready' || value.kind === 'idle') return { kind: value.kind };
  const isBusy = 'isBusy' in value && value.isBusy === true;
  if (value.kind === 'result')
    return { kind: 'result', payload: 'payload' in value ? value.payload : undefined, isBusy };
  if (value.kind !== 'error') return undefined;
  const type = 'type' in value && typeof value.type === 'string' ? value.type : 'Error';
  const message = 'message' in value && typeof value.message === 'string' ? value.message : '';
  return { kind: 'error', type, message, isBusy };
}

/** The type of the error when more invocations would run than the account allows. */
export const THROTTLE = 'TooManyRequestsException';
