import { readEnvelope, type SnsEnvelope, topicName } from './aws-sns/envelope.ts';
import { readTopicJson, readTopicMessage } from './aws-sns/inner.ts';
import { isSubscribeUrl } from './aws-sns/urls.ts';
import { type Verdict, verify } from './aws-sns/verify.ts';
import type { Preset, PresetPorts, PresetReading } from './preset.ts';

/** A forged message must not wake anybody, but somebody should look at it. */
const FORGED_PRIORITY = 3;

/** Why a message is not known to be of SNS. */
const doubts = {
  forged: 'SNS signature could not be verified: the message is not from SNS',
  unknown: 'SNS signature could not be verified: its certificate could not be fetched',
  unsigned: 'SNS signature could not be verified: there is none (raw message delivery?)',
} as const;

/**
 * Amazon SNS: checks the signature, confirms subscriptions by itself, and reads what the topic carries.
 *
 * What is not signed by SNS is kept and delivered, because it may be all there is, but never as genuine: its title
 * says so, it is tagged `unverified`, and its priority is not believed.
 *
 * @see https://docs.aws.amazon.com/sns/latest/dg/sns-http-https-endpoint-as-subscriber.html
 */
export const awsSns: Preset = {
  read({ body }) {
    const envelope = readEnvelope(body);
    if (envelope === undefined) return tagged(readTopicJson(body, undefined), []);
    const topic = topicName(envelope);
    switch (envelope.type) {
      case 'Notification':
        return tagged({ title: topic, ...defined(readTopicMessage(envelope.message, envelope.subject)) }, [topic]);
      case 'SubscriptionConfirmation':
        return tagged({ title: `SNS topic ${topic} wants to send here`, message: envelope.message, priority: 3 }, [
          topic,
        ]);
      case 'UnsubscribeConfirmation':
        return tagged({ title: `SNS topic ${topic} no longer sends here`, message: envelope.message, priority: 3 }, [
          topic,
        ]);
    }
  },
  async check({ body }, reading, ports) {
    const envelope = readEnvelope(body);
    if (envelope === undefined) return doubted(reading, 'unsigned');
    const verdict = await verify(body, envelope, ports);
    if (verdict !== 'genuine') return doubted(reading, verdict);
    return envelope.type === 'SubscriptionConfirmation' ? confirmed(reading, envelope, ports) : reading;
  },
  deliveryId: ({ body }) => readEnvelope(body)?.messageId,
};

/** GETs the link of a genuine confirmation. Doing so again changes nothing: a replay is harmless. */
async function confirmed(reading: PresetReading, envelope: SnsEnvelope, ports: PresetPorts): Promise<PresetReading> {
  const topic = topicName(envelope);
  const url = envelope.subscribeUrl ?? '';
  const answer = isSubscribeUrl(url, envelope.topicArn) ? await ports.fetchText(url) : undefined;
  if (answer?.status === 200) {
    return {
      ...reading,
      title: `SNS topic ${topic} now sends here`,
      message: `The subscription of this webhook to ${envelope.topicArn} is confirmed.`,
      priority: 2,
      notes: ['SNS subscription confirmed'],
    };
  }
  return { ...reading, notes: ['SNS subscription not confirmed: its link is not of SNS or did not answer with 200'] };
}

function doubted(reading: PresetReading, why: Exclude<Verdict, 'genuine'> | 'unsigned'): PresetReading {
  return {
    ...reading,
    title: `Unverified: ${reading.title ?? 'SNS message'}`,
    ...(why === 'unknown' ? {} : { priority: FORGED_PRIORITY }),
    tags: [...(reading.tags ?? []), 'unverified'],
    notes: [doubts[why]],
  };
}

function tagged(reading: PresetReading, tags: readonly string[]): PresetReading {
  return { ...reading, tags: ['aws-sns', ...(reading.tags ?? []), ...tags] };
}

/** The reading without fields that are not there, so that spreading it over another leaves the other's. */
function defined({ title, ...reading }: PresetReading): PresetReading {
  return title === undefined ? reading : { title, ...reading };
}
