import { awsCloudwatch } from '../aws-cloudwatch.ts';
import { awsEventbridge } from '../aws-eventbridge.ts';
import { awsSns } from '../aws-sns.ts';
import type { PresetInput, ReportingPreset } from '../preset.ts';
import { readEnvelope } from './envelope.ts';

/** The `aws-cloudwatch` preset, which takes alarms directly and through a topic. */
export const cloudwatchOrTopic = throughSns(awsCloudwatch);

/** The `aws-eventbridge` preset, which takes events directly and through a topic. */
export const eventbridgeOrTopic = throughSns(awsEventbridge);

/**
 * People choose a preset by what they send, not by how it travels. A request in an SNS envelope is checked, confirmed
 * and unwrapped as `aws-sns` does it.
 */
function throughSns(preset: ReportingPreset): ReportingPreset {
  const presetFor = ({ body }: PresetInput): ReportingPreset => (readEnvelope(body) === undefined ? preset : awsSns);
  return {
    read: (input) => presetFor(input).read(input),
    check: async (input, reading, ports) => (await presetFor(input).check?.(input, reading, ports)) ?? reading,
    deliveryId: (input) => presetFor(input).deliveryId?.(input),
    // A key holds whichever way the body takes.
    identity: { ...preset.identity, read: (input) => presetFor(input).identity.read(input) },
  };
}
