import { describe, expect, it } from 'vitest';
import { accessLine } from '../../../local/http-api/access-log.ts';
import { HttpApi } from '../../../local/http-api/http-api.ts';

const FORMAT = '{"id":"$context.requestId","route":"$context.routeKey","status":"$context.status"}';
const SECRET_PATH = '/n/V1StGXR8_Z5jdHi6B-myT';
const CRASH = {};

function rig(result: object) {
  const lines: string[] = [];
  const format = `${FORMAT} $context.integrationErrorMessage`;
  const definition = {
    id: 'api',
    host: 'api.example',
    routes: [{ key: 'POST /n/{publicId}', target: { functionArn: 'ingest', timeoutMs: 1000 } }],
    accessLine: accessLine(format, 'Stack/Stage'),
  };
  const api = new HttpApi(
    definition,
    async () =>
      result === CRASH
        ? { kind: 'error', type: 'Runtime.ExitError', message: SECRET_PATH }
        : { kind: 'result', payload: result },
    (line) => lines.push(line),
  );
  const send = async (path: string) =>
    api.handle({ method: 'POST', path, query: '', rawHeaders: [], body: Buffer.of(), sourceIp: '127.0.0.1' });
  return { lines, send };
}

describe('the access log of the API', () => {
  it('names the route and never the path', async () => {
    const { lines, send } = rig({ statusCode: 201 });

    await send(SECRET_PATH);

    expect(lines).toEqual([
      expect.stringMatching(/^\{"id":"[\da-f-]{36}","route":"POST \/n\/\{publicId\}","status":"201"\} -$/),
    ]);
  });

  it('says what became of a function that crashed, and of a path without a route', async () => {
    const { lines, send } = rig(CRASH);

    await send(SECRET_PATH);
    await send('/elsewhere');

    expect(lines[0]).toMatch(/"status":"500"\} Runtime\.ExitError$/);
    expect(lines[1]).toMatch(/"route":"-","status":"404"\} -$/);
    expect(lines.join('\n')).not.toContain('V1StGXR8');
  });

  it.each(['$context.path', '$context.authorizer.token', '$context.http.path'])(
    'refuses a format with %s',
    (variable) => {
      expect(() => accessLine(`${FORMAT} ${variable}`, 'Stack/Stage')).toThrow(`its access log names ${variable}`);
    },
  );
});
