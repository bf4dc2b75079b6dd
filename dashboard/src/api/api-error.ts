/** One wrong field of a request. */
export interface FieldFault {
  readonly path: string;
  readonly message: string;
}

/** An answer of the API that is not the one hoped for. `status` 0: there was no answer at all. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly details: readonly FieldFault[];

  constructor(status: number, message: string, details: readonly FieldFault[] = []) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

/** The wrong fields that an answer names. */
export function faultsOf(error: unknown): readonly FieldFault[] {
  return error instanceof ApiError ? error.details : [];
}

const advice: Readonly<Record<number, string>> = {
  0: 'Check your connection and that the router is running, then try again. Nothing was lost.',
  400: 'Correct what is named here and save again.',
  401: 'Sign in again.',
  403: 'Ask an owner of the organization to do this, or to give you the role.',
  404: 'It may have been deleted, or it belongs to another organization. Go back to the list and reload it.',
  409: 'Someone else has changed this. Reload the page, check their change, and try again.',
  413: 'Make it smaller and try again.',
  429: 'Wait a moment and try again.',
  503: 'Nothing was changed. Try again in a few seconds.',
};

/** A limit of the plan does not pass with time, as the limit of requests does. */
const isPlanLimit = ({ status, message }: ApiError) => status === 429 && message.startsWith('The plan allows');

/** What to tell a person about a failure, ending with what to do. */
export function describeFailure(error: unknown): { readonly header: string; readonly content: string } {
  const status = error instanceof ApiError ? error.status : undefined;
  if (!(error instanceof ApiError) || status === undefined) {
    return { header: 'Something went wrong in this page', content: 'Reload the page and try again.' };
  }
  const faults = error.details.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
  const next = isPlanLimit(error)
    ? 'Delete one that you do not need, or ask an owner to change the plan under Settings.'
    : (advice[status] ?? 'Try again. If it keeps happening, check the logs of the router.');
  return { header: error.message, content: [...faults, next].join(' · ') };
}

/** The same in one text, for the foot of a form. */
export function failureText(error: unknown): string {
  const { header, content } = describeFailure(error);
  return `${header}. ${content}`;
}
