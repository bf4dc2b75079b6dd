// Made from the schemas of the channel kinds by `npm run api-types`. Do not edit.
import type { SecretValue } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { type ChannelOfKind, ChannelResource, type ChannelProps, type IChannel } from './channel-resource.ts';

/** The config of a channel of kind `live-stream`. */
export type LiveStreamChannelConfig = {
  /** What each event holds: one JSON object, or one line of text. */
  readonly format?: 'json' | 'text';
  /** Whether events carry the priority. */
  readonly includePriority?: boolean;
  /** Whether events carry the tags. */
  readonly includeTags?: boolean;
  /** Whether events carry the original request body. */
  readonly includePayload?: boolean;
};

/** The config of a channel of kind `webhook`. */
export type WebhookChannelConfig = {
  /** Where notifications are posted to. Must be https, unless it lies in an allowed private range. */
  readonly url: string;
  /** Sent with every request, for example to authenticate. They cannot replace the headers of the router. */
  readonly headers?: Readonly<Record<string, SecretValue>>;
  /** Signs every request as Standard Webhooks describe. Made when left out. The one before signs too for 24 hours after a change. */
  readonly secret?: SecretValue;
};

/** The config of a channel of kind `slack`. */
export type SlackChannelConfig = {
  /** The address of an incoming webhook of a Slack app. Instead of a bot token. */
  readonly webhookUrl?: SecretValue;
  /** The bot token of a Slack app with the scope chat:write. Instead of a webhook URL. */
  readonly botToken?: SecretValue;
  /** With a bot token: the ID of the conversation to post to. The bot must be a member of it. */
  readonly channel?: string;
  /** With a bot token: the signing secret of the app, under Basic Information. People may then answer by buttons. */
  readonly signingSecret?: SecretValue;
  /** For a regional or self-hosted server. Usually https://slack.com/api. */
  readonly apiBaseUrl?: string;
  /** Whether a mention in a notification calls the people it names. Off: it is shown, and calls nobody. */
  readonly allowMentions?: boolean;
  /** Liquid templates for title and message. They see title, message, priority, tags, source, receivedAt, link and body. */
  readonly templates?: {
    readonly title?: string;
    readonly message?: string;
  };
};

/** The config of a channel of kind `discord`. */
export type DiscordChannelConfig = {
  /** The address of a webhook of a Discord channel. */
  readonly webhookUrl: SecretValue;
  /** A thread of the channel to post to. Webhooks of forum channels need one. */
  readonly threadId?: string;
  /** Whether a mention in a notification calls the people it names. Off: it is shown, and calls nobody. */
  readonly allowMentions?: boolean;
  /** Liquid templates for title and message. They see title, message, priority, tags, source, receivedAt, link and body. */
  readonly templates?: {
    readonly title?: string;
    readonly message?: string;
  };
};

/** The config of a channel of kind `teams`. */
export type TeamsChannelConfig = {
  /** The address of a workflow that posts to a channel or chat when a webhook request is received. */
  readonly webhookUrl: SecretValue;
  /** Whether a mention in a notification calls the people it names. Off: it is shown, and calls nobody. */
  readonly allowMentions?: boolean;
  /** Liquid templates for title and message. They see title, message, priority, tags, source, receivedAt, link and body. */
  readonly templates?: {
    readonly title?: string;
    readonly message?: string;
  };
};

/** The config of a channel of kind `google-chat`. */
export type GoogleChatChannelConfig = {
  /** The address of a webhook of a space. */
  readonly webhookUrl: SecretValue;
  /** Whether a mention in a notification calls the people it names. Off: it is shown, and calls nobody. */
  readonly allowMentions?: boolean;
  /** Liquid templates for title and message. They see title, message, priority, tags, source, receivedAt, link and body. */
  readonly templates?: {
    readonly title?: string;
    readonly message?: string;
  };
};

/** The config of a channel of kind `mattermost`. */
export type MattermostChannelConfig = {
  /** The address of an incoming webhook. */
  readonly webhookUrl: SecretValue;
  /** Whether a mention in a notification calls the people it names. Off: it is shown, and calls nobody. */
  readonly allowMentions?: boolean;
  /** Liquid templates for title and message. They see title, message, priority, tags, source, receivedAt, link and body. */
  readonly templates?: {
    readonly title?: string;
    readonly message?: string;
  };
};

/** The config of a channel of kind `rocket-chat`. */
export type RocketChatChannelConfig = {
  /** The address of an incoming webhook integration. */
  readonly webhookUrl: SecretValue;
  /** Whether a mention in a notification calls the people it names. Off: it is shown, and calls nobody. */
  readonly allowMentions?: boolean;
  /** Liquid templates for title and message. They see title, message, priority, tags, source, receivedAt, link and body. */
  readonly templates?: {
    readonly title?: string;
    readonly message?: string;
  };
};

/** The config of a channel of kind `zulip`. */
export type ZulipChannelConfig = {
  /** Your Zulip organization. */
  readonly serverUrl: string;
  /** The email address of the bot. */
  readonly botEmail: string;
  /** The API key of the bot. */
  readonly apiKey: SecretValue;
  /** The name of the channel (stream) to post to. */
  readonly stream: string;
  /** The topic to post to. */
  readonly topic: string;
  /** Whether a mention in a notification calls the people it names. Off: it is shown, and calls nobody. */
  readonly allowMentions?: boolean;
  /** Liquid templates for title and message. They see title, message, priority, tags, source, receivedAt, link and body. */
  readonly templates?: {
    readonly title?: string;
    readonly message?: string;
  };
};

/** The config of a channel of kind `matrix`. */
export type MatrixChannelConfig = {
  /** The homeserver of the bot. */
  readonly serverUrl: string;
  /** Of an account that is a member of the room. */
  readonly accessToken: SecretValue;
  /** The internal ID of a room without encryption. */
  readonly roomId: string;
  /** Whether a mention in a notification calls the people it names. Off: it is shown, and calls nobody. */
  readonly allowMentions?: boolean;
  /** Liquid templates for title and message. They see title, message, priority, tags, source, receivedAt, link and body. */
  readonly templates?: {
    readonly title?: string;
    readonly message?: string;
  };
};

/** The config of a channel of kind `telegram`. */
export type TelegramChannelConfig = {
  /** The token that BotFather gave for your bot. */
  readonly botToken: SecretValue;
  /** The number of a chat, group or channel with the bot, or the @name of a public channel. */
  readonly chatId: string | number;
  /** A topic of a group with topics. */
  readonly threadId?: number | string;
  /** Whether people answer by buttons. Telegram then tells the router of presses, and the bot has no other webhook. */
  readonly interactive?: boolean;
  /** For a regional or self-hosted server. Usually https://api.telegram.org. */
  readonly apiBaseUrl?: string;
  /** Whether a mention in a notification calls the people it names. Off: it is shown, and calls nobody. */
  readonly allowMentions?: boolean;
  /** Liquid templates for title and message. They see title, message, priority, tags, source, receivedAt, link and body. */
  readonly templates?: {
    readonly title?: string;
    readonly message?: string;
  };
};

/** The config of a channel of kind `whatsapp`. */
export type WhatsappChannelConfig = {
  /** Of a system user with the permission whatsapp_business_messaging. */
  readonly accessToken: SecretValue;
  /** The ID, not the number, of the phone number that sends. */
  readonly phoneNumberId: string;
  /** The phone number that receives, with its country code. */
  readonly to: string;
  /** An approved template. Without one WhatsApp delivers only within 24 hours of a message from the receiver. */
  readonly template?: string | {
    readonly name: string;
    readonly language?: string;
    readonly parameters?: readonly ('title' | 'message' | 'priority' | 'tags' | 'source' | 'link')[];
  };
  /** For a regional or self-hosted server. Usually https://graph.facebook.com. */
  readonly apiBaseUrl?: string;
  /** Liquid templates for title and message. They see title, message, priority, tags, source, receivedAt, link and body. */
  readonly templates?: {
    readonly title?: string;
    readonly message?: string;
  };
};

/** The config of a channel of kind `twilio`. */
export type TwilioChannelConfig = {
  /** Of your Twilio account. */
  readonly accountSid: string;
  /** Of the account. */
  readonly authToken: SecretValue;
  /** A phone number of yours, the SID of a messaging service, or an alphanumeric sender. */
  readonly from: string;
  /** The phone numbers that receive, with their country codes. */
  readonly to: readonly (string)[];
  /** For a regional or self-hosted server. Usually https://api.twilio.com. */
  readonly apiBaseUrl?: string;
  /** Liquid templates for title and message. They see title, message, priority, tags, source, receivedAt, link and body. */
  readonly templates?: {
    readonly title?: string;
    readonly message?: string;
  };
};

/** The config of a channel of kind `web-push`. */
export type WebPushChannelConfig = {
  /** Whom push services may ask about the messages: a mailto or https address. Some insist on one. */
  readonly contact?: string;
  /** Seconds that a message waits for a browser that is offline. A day when left out. */
  readonly ttlSeconds?: number;
  /** Liquid templates for title and message. They see title, message, priority, tags, source, receivedAt, link and body. */
  readonly templates?: {
    readonly title?: string;
    readonly message?: string;
  };
};

/** The config of a channel of kind `ntfy`. */
export type NtfyChannelConfig = {
  /** Your ntfy server, or the public one. */
  readonly serverUrl: string;
  /** The topic to publish to. On a public server its name is the only secret: make it hard to guess. */
  readonly topic: string;
  /** For a topic that is not open to everybody. */
  readonly token?: SecretValue;
  /** Liquid templates for title and message. They see title, message, priority, tags, source, receivedAt, link and body. */
  readonly templates?: {
    readonly title?: string;
    readonly message?: string;
  };
};

/** The config of a channel of kind `gotify`. */
export type GotifyChannelConfig = {
  /** Your Gotify server. */
  readonly serverUrl: string;
  /** The token of an application on the server. */
  readonly token: SecretValue;
  /** Liquid templates for title and message. They see title, message, priority, tags, source, receivedAt, link and body. */
  readonly templates?: {
    readonly title?: string;
    readonly message?: string;
  };
};

/** The config of a channel of kind `pushover`. */
export type PushoverChannelConfig = {
  /** The token of an application of yours. */
  readonly token: SecretValue;
  /** Who gets the messages. */
  readonly userKey: SecretValue;
  /** One device instead of all. */
  readonly device?: string;
  /** Another sound than usual. */
  readonly sound?: string;
  /** Whether priority 5 rings every 60 seconds for an hour, until it is acknowledged. */
  readonly emergency?: boolean;
  /** For a regional or self-hosted server. Usually https://api.pushover.net. */
  readonly apiBaseUrl?: string;
  /** Liquid templates for title and message. They see title, message, priority, tags, source, receivedAt, link and body. */
  readonly templates?: {
    readonly title?: string;
    readonly message?: string;
  };
};

/** The config of a channel of kind `pagerduty`. */
export type PagerdutyChannelConfig = {
  /** Of an integration "Events API v2" of a service, or of an event orchestration. 32 characters. */
  readonly routingKey: SecretValue;
  /** For a regional or self-hosted server. Usually https://events.pagerduty.com. */
  readonly apiBaseUrl?: string;
  /** Liquid templates for title and message. They see title, message, priority, tags, source, receivedAt, link and body. */
  readonly templates?: {
    readonly title?: string;
    readonly message?: string;
  };
};

/** The config of a channel of kind `email`. */
export type EmailChannelConfig = {
  /** Who gets the mail, at most 50 addresses. They see each other. */
  readonly to: readonly (string)[];
  /** The sender, which SES must know as verified. The EMAIL_FROM setting when left out. */
  readonly from?: string;
  /** Liquid templates for title and message. They see title, message, priority, tags, source, receivedAt, link and body. */
  readonly templates?: {
    readonly title?: string;
    readonly message?: string;
  };
};

/** The config of a channel of kind `sms`. */
export type SmsChannelConfig = {
  /** Telephone numbers with country code, at most 20. Each gets a message of its own. */
  readonly to: readonly (string)[];
  /** The number, sender ID or pool that messages come from. AWS chooses one when left out. */
  readonly originationIdentity?: string;
  /** Liquid templates for title and message. They see title, message, priority, tags, source, receivedAt, link and body. */
  readonly templates?: {
    readonly title?: string;
    readonly message?: string;
  };
};

/** The config of a channel of kind `sns`. */
export type SnsChannelConfig = {
  /** The topic that notifications are published to. It may lie in another region or account. */
  readonly topicArn: string;
};

/** The config of a channel of kind `eventbridge`. */
export type EventbridgeChannelConfig = {
  /** The bus that events are put on. It may lie in another region or account. */
  readonly busArn: string;
  /** What rules tell these events apart by. Notification when left out. */
  readonly detailType?: string;
};

/** The config of a channel of kind `sqs`. */
export type SqsChannelConfig = {
  /** The queue that notifications are sent to. It may lie in another region or account. */
  readonly queueUrl: string;
};

/**
 * Where notifications are delivered, declared by a stack. Another kind is another channel.
 *
 * @throws InvalidDeclaration from each factory, when the API would refuse the channel.
 */
export class Channel extends ChannelResource {
  /** A channel that is there already: made by hand, by a document or by another stack. */
  static fromSlug(slug: string): IChannel {
    return { channelRef: slug };
  }

  /** Pushes notifications to open browser tabs, terminals and agents as server-sent events. */
  static liveStream(scope: Construct, id: string, props: ChannelProps & Partial<ChannelOfKind<LiveStreamChannelConfig>>): Channel {
    return new Channel(scope, id, { ...props, kind: 'live-stream' });
  }

  /** Posts each notification as signed JSON to an address of yours. */
  static webhook(scope: Construct, id: string, props: ChannelOfKind<WebhookChannelConfig>): Channel {
    return new Channel(scope, id, { ...props, kind: 'webhook' });
  }

  /** Posts notifications to a Slack channel, by an incoming webhook or by a bot. */
  static slack(scope: Construct, id: string, props: ChannelProps & Partial<ChannelOfKind<SlackChannelConfig>>): Channel {
    return new Channel(scope, id, { ...props, kind: 'slack' });
  }

  /** Posts notifications to a Discord channel by a webhook. */
  static discord(scope: Construct, id: string, props: ChannelOfKind<DiscordChannelConfig>): Channel {
    return new Channel(scope, id, { ...props, kind: 'discord' });
  }

  /** Posts notifications as cards to a Teams channel or chat by a workflow. */
  static teams(scope: Construct, id: string, props: ChannelOfKind<TeamsChannelConfig>): Channel {
    return new Channel(scope, id, { ...props, kind: 'teams' });
  }

  /** Posts notifications as cards to a space of Google Chat by a webhook. */
  static googleChat(scope: Construct, id: string, props: ChannelOfKind<GoogleChatChannelConfig>): Channel {
    return new Channel(scope, id, { ...props, kind: 'google-chat' });
  }

  /** Posts notifications to a Mattermost channel by an incoming webhook. */
  static mattermost(scope: Construct, id: string, props: ChannelOfKind<MattermostChannelConfig>): Channel {
    return new Channel(scope, id, { ...props, kind: 'mattermost' });
  }

  /** Posts notifications to a Rocket.Chat channel by an incoming webhook integration. */
  static rocketChat(scope: Construct, id: string, props: ChannelOfKind<RocketChatChannelConfig>): Channel {
    return new Channel(scope, id, { ...props, kind: 'rocket-chat' });
  }

  /** Sends notifications to a topic of a Zulip channel by a bot. */
  static zulip(scope: Construct, id: string, props: ChannelOfKind<ZulipChannelConfig>): Channel {
    return new Channel(scope, id, { ...props, kind: 'zulip' });
  }

  /** Sends notifications to a Matrix room without encryption. */
  static matrix(scope: Construct, id: string, props: ChannelOfKind<MatrixChannelConfig>): Channel {
    return new Channel(scope, id, { ...props, kind: 'matrix' });
  }

  /** Sends notifications to a Telegram chat, group or channel by a bot. */
  static telegram(scope: Construct, id: string, props: ChannelOfKind<TelegramChannelConfig>): Channel {
    return new Channel(scope, id, { ...props, kind: 'telegram' });
  }

  /** Sends notifications to a phone by the Cloud API of WhatsApp Business. */
  static whatsapp(scope: Construct, id: string, props: ChannelOfKind<WhatsappChannelConfig>): Channel {
    return new Channel(scope, id, { ...props, kind: 'whatsapp' });
  }

  /** Sends notifications as text messages by your Twilio account. */
  static twilio(scope: Construct, id: string, props: ChannelOfKind<TwilioChannelConfig>): Channel {
    return new Channel(scope, id, { ...props, kind: 'twilio' });
  }

  /** Shows each notification in the browsers that subscribed on the page of the channel. */
  static webPush(scope: Construct, id: string, props: ChannelProps & Partial<ChannelOfKind<WebPushChannelConfig>>): Channel {
    return new Channel(scope, id, { ...props, kind: 'web-push' });
  }

  /** Pushes notifications to phones and desktops that subscribe to a topic of an ntfy server. */
  static ntfy(scope: Construct, id: string, props: ChannelOfKind<NtfyChannelConfig>): Channel {
    return new Channel(scope, id, { ...props, kind: 'ntfy' });
  }

  /** Pushes notifications to the apps of a Gotify server. */
  static gotify(scope: Construct, id: string, props: ChannelOfKind<GotifyChannelConfig>): Channel {
    return new Channel(scope, id, { ...props, kind: 'gotify' });
  }

  /** Pushes notifications to the devices of a Pushover user or group. */
  static pushover(scope: Construct, id: string, props: ChannelOfKind<PushoverChannelConfig>): Channel {
    return new Channel(scope, id, { ...props, kind: 'pushover' });
  }

  /** Triggers and resolves alerts of a PagerDuty service, with the original body as details. */
  static pagerduty(scope: Construct, id: string, props: ChannelOfKind<PagerdutyChannelConfig>): Channel {
    return new Channel(scope, id, { ...props, kind: 'pagerduty' });
  }

  /** Sends each notification as an email, with Amazon SES. */
  static email(scope: Construct, id: string, props: ChannelOfKind<EmailChannelConfig>): Channel {
    return new Channel(scope, id, { ...props, kind: 'email' });
  }

  /** Sends each notification as a text message, with AWS End User Messaging. */
  static sms(scope: Construct, id: string, props: ChannelOfKind<SmsChannelConfig>): Channel {
    return new Channel(scope, id, { ...props, kind: 'sms' });
  }

  /** Publishes each notification with its payload to a topic, with attributes that subscriptions filter by. */
  static sns(scope: Construct, id: string, props: ChannelOfKind<SnsChannelConfig>): Channel {
    return new Channel(scope, id, { ...props, kind: 'sns' });
  }

  /** Puts each notification with its payload as an event on a bus. */
  static eventbridge(scope: Construct, id: string, props: ChannelOfKind<EventbridgeChannelConfig>): Channel {
    return new Channel(scope, id, { ...props, kind: 'eventbridge' });
  }

  /** Sends each notification with its payload to a queue. */
  static sqs(scope: Construct, id: string, props: ChannelOfKind<SqsChannelConfig>): Channel {
    return new Channel(scope, id, { ...props, kind: 'sqs' });
  }
}
