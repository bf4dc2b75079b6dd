import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AwsCall, AwsService } from '../../../../local/door/service.ts';
import { statesNeeds, statesService } from '../../../../local/door/services/states.ts';
import { SentLog } from '../../../../local/sending/sent-log.ts';

const MACHINE = 'arn:aws:states:us-east-1:000000000000:stateMachine:Deploy';

const call = (operation: string, body: object): AwsCall => ({
  method: 'POST',
  url: '/',
  headers: { 'x-amz-target': `AWSStepFunctions.${operation}` },
  rawHeaders: [],
  body: Buffer.from(JSON.stringify(body)),
  signal: new AbortController().signal,
});
const success = (own: object = {}) => call('SendTaskSuccess', { taskToken: `${MACHINE}:1`, output: '{}', ...own });
const failure = (own: object = {}) => call('SendTaskFailure', { taskToken: `${MACHINE}:2`, ...own });

describe('Step Functions on this machine', () => {
  let dataDir: string;
  let service: AwsService;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'states-'));
    service = statesService(new SentLog(dataDir));
  });
  afterEach(async () => rm(dataDir, { recursive: true }));

  const answerTo = async (asked: AwsCall) => {
    const { status, body } = await service(asked);
    return status === 200 ? 'taken' : JSON.parse(String(body))['__type'];
  };

  it('ends a task once, and writes down how', async () => {
    const answers = [await answerTo(success()), await answerTo(failure({ error: 'AskExpired', cause: 'late' }))];
    const again = [await answerTo(success()), await answerTo(failure({ taskToken: `${MACHINE}:1` }))];

    const written = await readFile(join(dataDir, 'sent', 'states.jsonl'), 'utf8');
    expect(answers).toEqual(['taken', 'taken']);
    expect(again).toEqual(['TaskTimedOut', 'TaskTimedOut']);
    expect(
      written
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toMatchObject([
      { operation: 'SendTaskSuccess', taskToken: `${MACHINE}:1`, output: '{}' },
      { operation: 'SendTaskFailure', taskToken: `${MACHINE}:2`, error: 'AskExpired', cause: 'late' },
    ]);
  });

  it.each([
    ['a token of nothing', success({ taskToken: 'made-up' }), 'InvalidToken'],
    ['a token that is too long', success({ taskToken: `${MACHINE}:${'x'.repeat(2048)}` }), 'ValidationException'],
    ['an output that is no JSON', success({ output: 'yes' }), 'InvalidOutput'],
    ['an output that is too long', success({ output: JSON.stringify('ä'.repeat(131_072)) }), 'InvalidOutput'],
    ['an error that is too long', failure({ error: 'x'.repeat(257) }), 'ValidationException'],
    ['a cause that is too long', failure({ cause: 'x'.repeat(32_769) }), 'ValidationException'],
    ['anything else', call('StartExecution', {}), 'NotImplemented'],
  ])('refuses %s', async (_, asked, type) => {
    expect(await answerTo(asked)).toBe(type);
  });

  it('needs the right on the state machine whose task it is', () => {
    expect(statesNeeds(success())).toEqual([{ action: 'states:SendTaskSuccess', resource: MACHINE }]);
    expect(statesNeeds(failure())).toEqual([{ action: 'states:SendTaskFailure', resource: MACHINE }]);
    expect(statesNeeds(success({ taskToken: 'made-up' }))).toEqual([]);
    expect(statesNeeds(call('StartExecution', {}))).toBeUndefined();
  });
});
