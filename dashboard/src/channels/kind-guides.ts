import type { ChannelKind } from '../api/types.ts';

/** What a kind of channel is for, in the order in which people look for one. */
const GROUPS = ['Team chat', 'People', 'On call', 'Programs', 'AWS'] as const;
type Group = (typeof GROUPS)[number];

/** How to come by what the form of a channel asks for. */
interface Guide {
  /** What to do at the vendor's, in order, in the vendor's own words. */
  readonly steps: readonly string[];
  /** Where that is done. */
  readonly at?: string;
}

/** One of several ways to reach the same place, each with fields of its own. */
export interface Way extends Guide {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  /** What this way needs; the fields of the other ways are not asked for. */
  readonly needs: readonly string[];
}

type KindGuide = Guide | { readonly ways: readonly [Way, ...Way[]] };

interface KindGroup {
  readonly title: Group;
  readonly kinds: readonly ChannelKind[];
}

const OWN_ROLE = 'No credentials are needed: the router uses its own AWS role.';
const TARGETS = 'Whoever deployed the router has to have listed it in the setting AWS_TARGETS.';

/** The type demands an entry for each of the API's kinds. In a group, they are listed in this order. */
const guides: Readonly<Record<ChannelKind['name'], KindGuide & { readonly group: Group }>> = {
  slack: {
    group: 'Team chat',
    ways: [
      {
        id: 'webhook',
        label: 'Incoming webhook',
        description: 'The simplest. One address for one Slack channel.',
        needs: ['webhookUrl'],
        at: 'https://api.slack.com/apps',
        steps: [
          'Create an app, and turn on Incoming Webhooks.',
          'Choose Add New Webhook to Workspace and pick a channel.',
          'Copy the webhook URL.',
        ],
      },
      {
        id: 'bot',
        label: 'Bot',
        description: 'One bot for many channels.',
        needs: ['botToken', 'channel'],
        at: 'https://api.slack.com/apps',
        steps: [
          'Create an app, give it the scope chat:write, and install it.',
          'In the Slack channel, type /invite and the name of the app.',
          'Copy the bot token (xoxb-…) and the channel ID, at the bottom of View channel details.',
          'For buttons: copy the signing secret too, and enter the address for buttons, which the channel then shows, under Interactivity.',
        ],
      },
    ],
  },
  teams: {
    group: 'Team chat',
    steps: [
      'In the channel’s menu, choose Workflows.',
      'Choose the template Post to a channel when a webhook request is received.',
      'Copy the address at the end. The workflow stops when its owner leaves, so add a second owner.',
    ],
  },
  discord: {
    group: 'Team chat',
    steps: ['In the channel’s settings, open Integrations → Webhooks → New Webhook.', 'Copy the webhook URL.'],
  },
  'google-chat': {
    group: 'Team chat',
    steps: ['In the space’s menu, choose Apps & integrations → Webhooks → Add webhook.', 'Copy the address.'],
  },
  mattermost: {
    group: 'Team chat',
    steps: ['In the product menu, choose Integrations → Incoming Webhooks → Add, and pick a channel.', 'Copy the URL.'],
  },
  'rocket-chat': {
    group: 'Team chat',
    steps: [
      'Open Administration → Workspace → Integrations → New → Incoming.',
      'Enable it, and enter a channel and a user to post as.',
      'Save, and copy the webhook URL.',
    ],
  },
  zulip: {
    group: 'Team chat',
    steps: [
      'Open Personal settings → Bots → Add a new bot, with the type Incoming webhook.',
      'Copy its email address and API key.',
      'If the channel is private, subscribe the bot to it.',
    ],
  },
  matrix: {
    group: 'Team chat',
    steps: [
      'Create an account for the router, invite it to the room, and accept.',
      'Copy its access token: in Element, All settings → Help & About → Access Token.',
      'Copy the internal room ID: Room settings → Advanced. Stay signed in there: signing out ends the token.',
    ],
  },
  email: {
    group: 'People',
    steps: ['Enter the addresses. Nothing has to be set up here: the router sends with Amazon SES.'],
  },
  telegram: {
    group: 'People',
    at: 'https://t.me/BotFather',
    steps: [
      'Send /newbot to @BotFather and copy the token.',
      'Add the bot to the group or channel. In a private chat, write to it first.',
      'Write something, open https://api.telegram.org/bot<token>/getUpdates, and copy chat.id.',
    ],
  },
  whatsapp: {
    group: 'People',
    at: 'https://developers.facebook.com',
    steps: [
      'Create an app of the type Business, and add the product WhatsApp.',
      'Copy the phone number ID from WhatsApp → API Setup.',
      'Create a system user with the permission whatsapp_business_messaging, and a token that does not expire.',
      'Create a template of the category Utility. Without one, messages arrive only for 24 hours after the recipient wrote.',
    ],
  },
  sms: {
    group: 'People',
    steps: ['Enter the numbers with their country code. The router sends with AWS End User Messaging.'],
  },
  twilio: {
    group: 'People',
    at: 'https://console.twilio.com',
    steps: [
      'Copy the account SID and the auth token from the start page of the console.',
      'Buy a number, or create a messaging service, to send from.',
    ],
  },
  'web-push': {
    group: 'People',
    steps: [
      'Create the channel: there is nothing to fill in.',
      'Open its page in each browser or phone that should get notifications, and choose Get notifications.',
    ],
  },
  ntfy: {
    group: 'People',
    steps: [
      'Choose a topic name that is hard to guess, and subscribe to it in the app.',
      'For a reserved topic, create a token under Account → Access tokens.',
    ],
  },
  pushover: {
    group: 'People',
    at: 'https://pushover.net',
    steps: ['Copy your user key from the start page.', 'Choose Create an Application/API Token, and copy the token.'],
  },
  gotify: { group: 'People', steps: ['Open Apps → Create Application, and copy its token.'] },
  pagerduty: {
    group: 'On call',
    steps: ['On a service, open Integrations → Add integration → Events API v2.', 'Copy the integration key.'],
  },
  webhook: {
    group: 'Programs',
    steps: [
      'Enter an address of your own that takes a POST with JSON.',
      'Its signing secret is shown once, after the channel is created.',
    ],
  },
  'live-stream': {
    group: 'Programs',
    steps: ['Create the channel, and read its address with EventSource, curl, or the page Live.'],
  },
  sns: { group: 'AWS', steps: [OWN_ROLE, `Enter the ARN of the topic. ${TARGETS}`] },
  sqs: { group: 'AWS', steps: [OWN_ROLE, `Enter the URL of the queue. ${TARGETS}`] },
  eventbridge: { group: 'AWS', steps: [OWN_ROLE, `Enter the ARN of the event bus. ${TARGETS}`] },
};

/** The guide of a kind, and the group that it is listed in. */
export function guideOf(kind: ChannelKind['name']): KindGuide & { readonly group: Group } {
  return guides[kind];
}

/** The kinds whose name, description or group has the text, by group; groups without any are left out. */
export function groupKinds(kinds: readonly ChannelKind[], text = ''): KindGroup[] {
  const wanted = text.trim().toLowerCase();
  const order = Object.keys(guides);
  const found = kinds
    .filter(({ name, title, description }) =>
      `${title} ${description} ${guides[name].group}`.toLowerCase().includes(wanted),
    )
    .toSorted((one, other) => order.indexOf(one.name) - order.indexOf(other.name));
  return GROUPS.map((title) => ({ title, kinds: found.filter(({ name }) => guides[name].group === title) })).filter(
    (group) => group.kinds.length > 0,
  );
}
