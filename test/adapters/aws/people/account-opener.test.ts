import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAccountOpener } from '../../../../adapters/aws/people/account-opener.ts';
import { jsonBody } from '../../../../local/door/access/requests.ts';
import { type Door, openDoor } from '../../../../local/door/door.ts';
import { jsonError } from '../../../../local/door/service.ts';

const previous = { ...process.env };
let door: Door;
let calls: unknown[];
/** What the pool answers, one after the other; `undefined`: it does as it is asked. */
let answers: (string | undefined)[];

beforeAll(async () => {
  door = await openDoor();
  door.serve('cognito-idp', (call) => {
    const operation = 'AdminCreateUser';
    calls.push(jsonBody(call));
    const type = answers.shift();
    if (type !== undefined) return jsonError({ status: 400, type, message: type, operation });
    return { status: 200, headers: { 'content-type': 'application/x-amz-json-1.1' }, body: '{"User":{}}', operation };
  });
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: door.url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'operator',
    AWS_SECRET_ACCESS_KEY: 'local',
  });
});
beforeEach(() => {
  calls = [];
  answers = [];
});
afterAll(async () => {
  process.env = previous;
  await door.close();
});

const open = async () => createAccountOpener('us-east-1_pool')('ana@example.com');

describe('an account for somebody invited', () => {
  it('is made with the address taken for verified, and Cognito mails the first password', async () => {
    expect(await open()).toBe(true);
    expect(calls).toEqual([
      {
        UserPoolId: 'us-east-1_pool',
        Username: 'ana@example.com',
        UserAttributes: [
          { Name: 'email', Value: 'ana@example.com' },
          { Name: 'email_verified', Value: 'true' },
        ],
        DesiredDeliveryMediums: ['EMAIL'],
      },
    ]);
  });

  it('that was never used gets another first password', async () => {
    answers = ['UsernameExistsException'];

    expect(await open()).toBe(true);
    expect(calls).toHaveLength(2);
    expect(calls[1]).toMatchObject({ MessageAction: 'RESEND' });
  });

  it('that is in use is left as it is', async () => {
    answers = ['UsernameExistsException', 'UnsupportedUserStateException'];

    expect(await open()).toBe(true);
  });

  it.each([
    [['CodeDeliveryFailureException']],
    [['UsernameExistsException', 'NotAuthorizedException']],
    [['InvalidParameterException']],
  ])('is not there after %s', async (problems) => {
    answers = problems;

    expect(await open()).toBe(false);
  });
});
