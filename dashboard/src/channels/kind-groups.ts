import type { ChannelKind } from '../api/types.ts';

type KindName = ChannelKind['name'];

/** What a kind of channel is for, in the order in which people look for one. */
const GROUPS = ['Team chat', 'People', 'On call', 'Programs', 'AWS'] as const;
type Group = (typeof GROUPS)[number];

/** The type demands a group for each of the API's kinds. */
const groupOf: Readonly<Record<KindName, Group>> = {
  slack: 'Team chat',
  teams: 'Team chat',
  discord: 'Team chat',
  'google-chat': 'Team chat',
  mattermost: 'Team chat',
  'rocket-chat': 'Team chat',
  zulip: 'Team chat',
  matrix: 'Team chat',
  email: 'People',
  telegram: 'People',
  whatsapp: 'People',
  sms: 'People',
  twilio: 'People',
  'web-push': 'People',
  ntfy: 'People',
  pushover: 'People',
  gotify: 'People',
  pagerduty: 'On call',
  webhook: 'Programs',
  'live-stream': 'Programs',
  sns: 'AWS',
  sqs: 'AWS',
  eventbridge: 'AWS',
};

interface KindGroup {
  readonly title: Group;
  readonly kinds: readonly ChannelKind[];
}

/** The kinds whose name, description or group has the text, by group; groups without any are left out. */
export function groupKinds(kinds: readonly ChannelKind[], text = ''): KindGroup[] {
  const wanted = text.trim().toLowerCase();
  const order = Object.keys(groupOf);
  const found = kinds
    .filter(({ name, title, description }) => `${title} ${description} ${groupOf[name]}`.toLowerCase().includes(wanted))
    .toSorted((one, other) => order.indexOf(one.name) - order.indexOf(other.name));
  return GROUPS.map((title) => ({ title, kinds: found.filter(({ name }) => groupOf[name] === title) })).filter(
    (group) => group.kinds.length > 0,
  );
}
