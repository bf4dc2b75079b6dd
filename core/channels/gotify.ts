import * as z from 'zod';
import { serverUrl, templates, token } from './config-fields.ts';
import { defineMessageKind } from './message-kind.ts';
import { factLine, loudnessOf } from './notice.ts';
import { byPriority } from './priority-map.ts';
import { answerOf, byStatus, gone } from './vendor-answer.ts';
import { jsonRequest, under } from './vendor-request.ts';

const GotifyConfig = z.strictObject({
  serverUrl: serverUrl('gotify', { description: 'Your Gotify server.', example: 'https://gotify.example.com' }),
  token: token({
    title: 'Application token',
    description: 'The token of an application on the server.',
    example: 'AxxxxxxxxxxxxxX',
  }),
  templates,
});

const GotifyAnswer = z.object({ error: z.string(), errorDescription: z.string().default('') });

/** Gotify. Its clients show plain text unless told otherwise, so nothing has to be escaped. @see https://gotify.net/api-docs */
export const gotify = defineMessageKind({
  kind: 'gotify',
  title: 'Gotify',
  description: 'Pushes notifications to the apps of a Gotify server.',
  config: GotifyConfig,
  secrets: ['token'],
  urls: ['serverUrl'],
  write(notice, config, context) {
    const { title, message, link } = notice;
    const body = {
      title,
      message: `${message}\n\n${factLine(notice)}`,
      priority: byPriority(loudnessOf(notice), [1, 3, 5, 7, 10], undefined),
      extras: link === undefined ? undefined : { 'client::notification': { click: { url: link } } },
    };
    const destination = { url: under(config.serverUrl, '/message'), headers: { 'x-gotify-key': config.token } };
    return [jsonRequest(destination, body, context)];
  },
  classify(response, { now }) {
    const known = answerOf(response, GotifyAnswer);
    const answer = { response, now, said: known && `${known.error}: ${known.errorDescription}` };
    return known !== undefined && [401, 403].includes(response.status) ? gone(answer) : byStatus(answer);
  },
});
