import * as z from 'zod';
import { ACCOUNT, REGION } from '../../assembly/attributes.ts';
import { targetOperation } from '../service.ts';
import { jsonBody, type NeedsOf } from './requests.ts';

const here = (service: string, resource: string): string => `arn:aws:${service}:${REGION}:${ACCOUNT}:${resource}`;

/** @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonsns.html */
export const snsNeeds: NeedsOf = ({ body }) => {
  const form = new URLSearchParams(body.toString('utf8'));
  const topic = form.get('TopicArn') ?? form.get('TargetArn') ?? '*';
  return form.get('Action') === 'Publish' ? [{ action: 'sns:Publish', resource: topic }] : undefined;
};

const Events = z.object({ Entries: z.array(z.object({ EventBusName: z.string().default('default') })) });

/** @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazoneventbridge.html */
export const eventBridgeNeeds: NeedsOf = (call) => {
  if (targetOperation(call.headers) !== 'PutEvents') return undefined;
  return Events.parse(jsonBody(call)).Entries.map(({ EventBusName: bus }) => ({
    action: 'events:PutEvents',
    resource: bus.startsWith('arn:') ? bus : here('events', `event-bus/${bus}`),
  }));
};

const Email = z.object({
  FromEmailAddress: z.string().default(''),
  FromEmailAddressIdentityArn: z.string().optional(),
  ConfigurationSetName: z.string().optional(),
});

/**
 * Sending mail needs the right on the sender's identity, which we take to be its domain, and on the configuration set.
 *
 * @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonsimpleemailservicev2.html
 */
export const sesNeeds: NeedsOf = (call) => {
  if (call.method !== 'POST' || !call.url.startsWith('/v2/email/outbound-emails')) return undefined;
  const email = Email.parse(jsonBody(call));
  const [, domain = ''] = /@([^>\s]+)/.exec(email.FromEmailAddress) ?? [];
  const identity = email.FromEmailAddressIdentityArn ?? here('ses', `identity/${domain}`);
  const set = email.ConfigurationSetName;
  const resources = [identity, ...(set === undefined ? [] : [here('ses', `configuration-set/${set}`)])];
  return resources.map((resource) => ({ action: 'ses:SendEmail', resource }));
};

const TextMessage = z.object({ OriginationIdentity: z.string().default('default') });

/**
 * A text message needs the right on the identity that it is sent from. When it names none, AWS chooses a number of the
 * account and does not document what it checks; we assume that number.
 *
 * @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_awsendusermessagingsmsandvoicev2.html
 */
export const smsNeeds: NeedsOf = (call) => {
  if (targetOperation(call.headers) !== 'SendTextMessage') return undefined;
  const { OriginationIdentity: from } = TextMessage.parse(jsonBody(call));
  const resource = from.startsWith('arn:') ? from : here('sms-voice', `phone-number/${from}`);
  return [{ action: 'sms-voice:SendTextMessage', resource }];
};

const INVOKE = /^\/2015-03-31\/functions\/([^/?]+)\/invocations/;

/** @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_awslambda.html */
export const lambdaNeeds: NeedsOf = ({ url }) => {
  const [, encoded] = INVOKE.exec(url) ?? [];
  if (encoded === undefined) return undefined;
  const name = decodeURIComponent(encoded);
  return [
    { action: 'lambda:InvokeFunction', resource: name.startsWith('arn:') ? name : here('lambda', `function:${name}`) },
  ];
};
