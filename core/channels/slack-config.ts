import * as z from 'zod';
import { allowMentions, apiBaseUrl, lineOfText, templates, token, webhookUrl } from './config-fields.ts';

/** Where Slack's API is. */
export const API = 'https://slack.com/api';

/** The config of a channel of kind slack. */
export const SlackConfig = z
  .strictObject({
    webhookUrl: webhookUrl('slack', {
      description: 'The address of an incoming webhook of a Slack app. Instead of a bot token.',
      example: 'https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX',
    }).optional(),
    botToken: token({
      title: 'Bot token',
      description: 'The bot token of a Slack app with the scope chat:write. Instead of a webhook URL.',
      example: 'xoxb-0000000000-0000000000-XXXXXXXXXXXXXXXXXXXXXXXX',
    }).optional(),
    channel: lineOfText({
      title: 'Channel',
      description: 'With a bot token: the ID of the conversation to post to. The bot must be a member of it.',
      example: 'C0123456789',
    }).optional(),
    signingSecret: token({
      title: 'Signing secret',
      description:
        'With a bot token: the signing secret of the app, under Basic Information. People may then answer by buttons.',
      example: '00000000000000000000000000000000',
    }).optional(),
    apiBaseUrl: apiBaseUrl('slack', API),
    allowMentions,
    templates,
  })
  .refine(
    ({ webhookUrl, botToken, channel, signingSecret }) =>
      webhookUrl === undefined
        ? botToken !== undefined && channel !== undefined
        : (botToken ?? channel ?? signingSecret) === undefined,
    'Either a webhook URL, or a bot token and a channel.',
  );
export type SlackConfig = z.infer<typeof SlackConfig>;
