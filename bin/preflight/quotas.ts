import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import {
  DescribeAccountAttributesCommand,
  DescribeSpendLimitsCommand,
  PinpointSMSVoiceV2Client,
} from '@aws-sdk/client-pinpoint-sms-voice-v2';
import { GetAccountCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { createClient } from '../../adapters/aws/create-client.ts';
import { bad, good, type Place, type Probe } from './probe.ts';

/** The queues can take 80 at a time, and Lambda keeps 100 for functions with none reserved. New accounts have 10. */
const LEAST_CONCURRENCY = 180;
/** US dollars a month that a new account may spend on SMS. */
const FIRST_SPEND_LIMIT = 1;

function concurrency({ region }: Place): Probe {
  const client = createClient(LambdaClient, { region });
  const ask = async () => {
    const { AccountLimit } = await client.send(new GetAccountSettingsCommand({}));
    const limit = AccountLimit?.ConcurrentExecutions ?? 0;
    if (limit >= LEAST_CONCURRENCY) return good(`${limit} executions at a time`);
    const next =
      'Ask for 1,000: aws service-quotas request-service-quota-increase --service-code lambda ' +
      `--quota-code L-B99A9384 --desired-value 1000 --region ${region}`;
    return bad(`${limit} executions at a time: deliveries would keep sends waiting`, next);
  };
  return { subject: 'Lambda concurrency', right: 'lambda:GetAccountSettings', ask };
}

function email({ region }: Place): Probe {
  const client = createClient(SESv2Client, { region });
  const ask = async () => {
    const { ProductionAccessEnabled, SendingEnabled } = await client.send(new GetAccountCommand({}));
    if (SendingEnabled === false) return bad('SES has paused the account', 'See the reputation page of SES.');
    if (ProductionAccessEnabled === true) return good('may be sent to anybody');
    const next = 'For channels of kind email, request production access on the page "Get set up" of SES.';
    return bad('SES is in its sandbox: mail goes to verified addresses only', next);
  };
  return { subject: 'Email', right: 'ses:GetAccount', ask };
}

function sms({ region }: Place): Probe {
  const client = createClient(PinpointSMSVoiceV2Client, { region });
  const ask = async () => {
    const { AccountAttributes = [] } = await client.send(new DescribeAccountAttributesCommand({}));
    const { SpendLimits = [] } = await client.send(new DescribeSpendLimitsCommand({}));
    const isSandbox = AccountAttributes.some(({ Name, Value }) => Name === 'ACCOUNT_TIER' && Value === 'SANDBOX');
    const limit = SpendLimits.find(({ Name }) => Name === 'TEXT_MESSAGE_MONTHLY_SPEND_LIMIT')?.EnforcedLimit ?? 0;
    if (!isSandbox && limit > FIRST_SPEND_LIMIT) return good(`up to ${limit} USD a month`);
    const why = isSandbox ? 'SMS is in its sandbox: verified numbers only' : `only ${limit} USD a month may be spent`;
    return bad(why, 'For channels of kind sms, ask for more on the overview page of AWS End User Messaging.');
  };
  return { subject: 'SMS', right: 'sms-voice:DescribeAccountAttributes and sms-voice:DescribeSpendLimits', ask };
}

/** The quotas that are low in a new account. */
export function quotaProbes(place: Place): Probe[] {
  return [concurrency(place), email(place), sms(place)];
}
