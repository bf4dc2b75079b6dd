import { parseJsonObject } from '../../message/json-object.ts';
import { awsEventbridge } from './aws-eventbridge.ts';
import { readEnvelope, type SnsEnvelope, topicName } from './aws-sns/envelope.ts';
import { readTopicJson, readTopicMessage } from './aws-sns/inner.ts';
import { isSubscribeUrl } from './aws-sns/urls.ts';
import { type SignatureCheck, verify } from './aws-sns/verify.ts';
import type { PresetPorts, PresetReading, ReportingPreset } from './preset.ts';

/** What may be forged must not wake anybody, but somebody should look at it. */
const UNVERIFIED_PRIORITY = 3;

/** Why a message is not known to be of SNS. */
const doubts = {
  forged: 'SNS signature could not be verified: the message is not from SNS',
  unknown: 'SNS signature could not be verified: its certificate could not be fetched',
  unsigned: 'SNS signature could not be verified: there is none (raw message delivery?)',
} as const;

/**
 * Amazon SNS: checks the signature, confirms subscriptions by itself, and reads what the topic carries.
 *
 * A message that SNS did not sign is still delivered, because it may be the only one there is. Its title says that it
 * is unverified, it is tagged `unverified`, and its own priority is ignored.
 *
 * @see https://docs.aws.amazon.com/sns/latest/dg/sns-http-https-endpoint-as-subscriber.html
 */
export const awsSns: ReportingPreset = {
  read({ body }) {
    const envelope = readEnvelope(body);
    const { title, tags, ...read } = envelope === undefined ? readTopicJson(body, undefined) : readEnveloped(envelope);
    const topic = envelope === undefined ? undefined : topicName(envelope);
    return { title: title ?? topic, ...read, tags: ['aws-sns', ...tags, topic] };
  },
  async check({ body }, reading, ports) {
    const envelope = readEnvelope(body);
    if (envelope === undefined) return doubted(reading, 'unsigned');
    const verdict = await verify(body, envelope, ports);
    if (verdict !== 'genuine') return doubted(reading, verdict);
    return envelope.type === 'SubscriptionConfirmation' ? confirmed(reading, envelope, ports) : reading;
  },
  deliveryId: ({ body }) => readEnvelope(body)?.messageId,
  identity: {
    key: 'that of the CloudWatch alarm or the event of EventBridge that the topic carries, once SNS has signed it',
    status: 'as there',
    time: 'as there',
    read: ({ body }) => {
      const envelope = readEnvelope(body);
      const inner = envelope === undefined ? body : parseJsonObject(envelope.message);
      return inner === undefined ? undefined : awsEventbridge.identity?.read({ body: inner, headers: {} });
    },
  },
};

function readEnveloped(envelope: SnsEnvelope): PresetReading {
  const { type, message, subject } = envelope;
  switch (type) {
    case 'Notification':
      return readTopicMessage(message, subject);
    case 'SubscriptionConfirmation':
      return { title: `SNS topic ${topicName(envelope)} wants to send here`, message, priority: 3, tags: [] };
    case 'UnsubscribeConfirmation':
      return { title: `SNS topic ${topicName(envelope)} no longer sends here`, message, priority: 3, tags: [] };
  }
}

/** GETs the link of a genuine confirmation. Doing so again changes nothing: a replay is harmless. */
async function confirmed(reading: PresetReading, envelope: SnsEnvelope, ports: PresetPorts): Promise<PresetReading> {
  const topic = topicName(envelope);
  const url = envelope.subscribeUrl ?? '';
  const answer = isSubscribeUrl(url, envelope.topicArn) ? await ports.fetchText(url).catch(() => undefined) : undefined;
  if (answer?.status === 200) {
    return {
      ...reading,
      title: `SNS topic ${topic} now sends here`,
      message: `The subscription of this webhook to ${envelope.topicArn} is confirmed.`,
      priority: 2,
      notes: ['SNS subscription confirmed'],
    };
  }
  return {
    ...reading,
    notes: ['SNS subscription not confirmed: its link does not lead to SNS, or did not answer 200'],
  };
}

function doubted(reading: PresetReading, why: Exclude<SignatureCheck, 'genuine'> | 'unsigned'): PresetReading {
  return {
    ...reading,
    title: `Unverified: ${reading.title ?? 'SNS message'}`,
    priority: UNVERIFIED_PRIORITY,
    tags: [...reading.tags, 'unverified'],
    notes: [doubts[why], `priority ${UNVERIFIED_PRIORITY}: an unverified message sets none of its own`],
    isDoubted: true,
  };
}
