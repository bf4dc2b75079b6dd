import { describe, expect, it } from 'vitest';
import { ApiError, describeFailure, failureText, faultsOf } from '../../dashboard/src/api/api-error.ts';

describe('what a person is told about a failure', () => {
  it('begins with what the API says and ends with what to do', () => {
    expect(describeFailure(new ApiError(409, 'Somebody was faster'))).toEqual({
      header: 'Somebody was faster',
      content: 'Someone else has changed this. Reload the page, check their change, and try again.',
    });
  });

  it('names each wrong field, and a fault of the whole without a colon', () => {
    const faults = [
      { path: 'config.url', message: 'must be https' },
      { path: '', message: 'is not an object' },
    ];

    const { content } = describeFailure(new ApiError(400, 'Invalid request', faults));

    expect(content).toBe('config.url: must be https · is not an object · Correct what is named here and save again.');
  });

  it('says of a limit of the plan that waiting does not help, and of one of requests that it does', () => {
    const plan = describeFailure(new ApiError(429, 'The plan allows 5 webhooks'));
    const requests = describeFailure(new ApiError(429, 'Too many requests'));

    expect(plan.content).toContain('change the plan');
    expect(requests.content).toBe('Wait a moment and try again.');
  });

  it('has advice for no answer at all, and for a status that nobody thought of', () => {
    expect(describeFailure(new ApiError(0, 'The router did not answer')).content).toContain('Nothing was lost');
    expect(describeFailure(new ApiError(418, 'Teapot')).content).toContain('logs of the router');
  });

  it.each([new TypeError('x is undefined'), 'text', undefined])(
    'gives away nothing of a fault of the page: %s',
    (error) => {
      expect(describeFailure(error)).toEqual({
        header: 'Something went wrong in this page',
        content: 'Reload the page and try again.',
      });
    },
  );

  it('names its wrong fields to a form, and none where the API was not even reached', () => {
    const faults = [{ path: 'name', message: 'must not be empty' }];

    expect(faultsOf(new ApiError(400, 'Invalid request', faults))).toEqual(faults);
    expect(faultsOf(new TypeError('x'))).toEqual([]);
  });

  it('is one text at the foot of a form', () => {
    expect(failureText(new ApiError(401, 'No credential'))).toBe('No credential. Sign in again.');
  });
});
