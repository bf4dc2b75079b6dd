import { THROTTLE, type InvocationResult } from '../../lambda/protocol.ts';
import { jsonError, type AwsAnswer, type AwsService } from '../service.ts';

const INVOKE = /^\/2015-03-31\/functions\/([^/?]+)\/invocations/;

/** Lambda, as far as one function calls another and waits for its answer. */
export function lambdaService(invoke: (nameOrArn: string, event: object) => Promise<InvocationResult>): AwsService {
  return async ({ url, body }): Promise<AwsAnswer> => {
    const name = INVOKE.exec(url)?.[1];
    const operation = name === undefined ? 'unknown' : 'Invoke';
    const event: unknown = JSON.parse(body.toString('utf8') || '{}');
    if (name === undefined || typeof event !== 'object' || event === null) {
      return jsonError({ status: 501, type: 'NotImplemented', message: `lambda ${url} is not available`, operation });
    }
    const result = await invoke(decodeURIComponent(name), event);
    const headers = { 'content-type': 'application/json' };
    if (result.kind === 'result')
      return { status: 200, headers, body: JSON.stringify(result.payload ?? null), operation };
    if (result.type === THROTTLE) {
      return jsonError({ status: 429, type: THROTTLE, message: result.message, operation });
    }
    const failed = { errorType: result.type, errorMessage: result.message };
    const marked = { ...headers, 'x-amz-function-error': 'Unhandled' };
    return { status: 200, headers: marked, body: JSON.stringify(failed), operation };
  };
}
