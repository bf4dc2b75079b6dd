import type { ChannelRequest, ConfigurableKind, DeliveredKind } from './channel-kind.ts';
import { discord } from './discord.ts';
import { email } from './email.ts';
import { eventbridge } from './eventbridge.ts';
import { googleChat } from './google-chat.ts';
import { gotify } from './gotify.ts';
import { type ChannelKind, isLive, type QueuedKind } from './kinds.ts';
import { liveStream } from './live-stream.ts';
import { matrix } from './matrix.ts';
import { mattermost } from './mattermost.ts';
import { ntfy } from './ntfy.ts';
import { pagerduty } from './pagerduty.ts';
import { pushover } from './pushover.ts';
import { rocketChat } from './rocket-chat.ts';
import { slack } from './slack.ts';
import { sms } from './sms.ts';
import { sns } from './sns.ts';
import { sqs } from './sqs.ts';
import { teams } from './teams.ts';
import { telegram } from './telegram.ts';
import { twilio } from './twilio.ts';
import { webPush } from './web-push.ts';
import { webhook } from './webhook.ts';
import { whatsapp } from './whatsapp.ts';
import { zulip } from './zulip.ts';

/** The kinds that deliverers serve. A new kind is one file, its line here and its carrier in `kinds.ts`. */
const delivered: Record<QueuedKind, DeliveredKind<ChannelRequest>> = {
  webhook,
  slack,
  discord,
  teams,
  'google-chat': googleChat,
  mattermost,
  'rocket-chat': rocketChat,
  zulip,
  matrix,
  telegram,
  whatsapp,
  twilio,
  'web-push': webPush,
  ntfy,
  gotify,
  pushover,
  pagerduty,
  email,
  sms,
  sns,
  eventbridge,
  sqs,
};

/** Every kind, in the order in which they are listed. Ingest must not load this: it pulls in every renderer. */
export const channelKinds: Readonly<Record<ChannelKind, ConfigurableKind>> = {
  'live-stream': liveStream,
  ...delivered,
};

/** The kind as deliverers need it; `undefined` for a kind that none serves. */
export function deliveredKind(kind: ChannelKind): DeliveredKind<ChannelRequest> | undefined {
  return isLive(kind) ? undefined : delivered[kind];
}
