import { awsCloudwatch } from '../aws-cloudwatch.ts';
import { awsEventbridge } from '../aws-eventbridge.ts';
import { awsSns } from '../aws-sns.ts';
import type { Preset, PresetInput } from '../preset.ts';
import { readEnvelope } from './envelope.ts';

/** The `aws-cloudwatch` preset, which takes alarms directly and through a topic. */
export const cloudwatchOrTopic = throughSns(awsCloudwatch);

/** The `aws-eventbridge` preset, which takes events directly and through a topic. */
export const eventbridgeOrTopic = throughSns(awsEventbridge);

/**
 * People choose a preset by what they send, not by the way it takes: what comes in an envelope of SNS is checked,
 * confirmed and unwrapped as `aws-sns` does it.
 */
function throughSns(preset: Preset): Preset {
  const presetFor = ({ body }: PresetInput): Preset => (readEnvelope(body) === undefined ? preset : awsSns);
  return {
    read: (input) => presetFor(input).read(input),
    check: async (input, reading, ports) => (await presetFor(input).check?.(input, reading, ports)) ?? reading,
    deliveryId: (input) => presetFor(input).deliveryId?.(input),
    ...identityOf(preset),
  };
}

/** A key that holds whichever way the body takes. */
function identityOf({ identity }: Preset): Pick<Preset, 'identity'> {
  if (identity === undefined) return {};
  const read = (input: PresetInput) =>
    (readEnvelope(input.body) === undefined ? identity : awsSns.identity)?.read(input);
  return { identity: { ...identity, read } };
}
