import type { AwsRequest } from '../channels/aws-exchange.ts';
import type { ChannelRequest } from '../channels/channel-kind.ts';
import { mapSecrets, maskSecret } from '../channels/config-secrets.ts';
import { credentialHider, secretHider } from '../channels/hide-secrets.ts';
import { channelKinds } from '../channels/registry.ts';
import type { WebPushRequest } from '../channels/web-push-request.ts';
import type { OutgoingMessage } from '../channels/outgoing-message.ts';
import type { Channel } from '../directory/channel.ts';
import { inCurl, inShell } from './shell-words.ts';
import { requestsOf, type SendPorts } from './send.ts';

/** One request of an attempt, with every secret masked. */
interface ShownRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The same as a command: `curl`, or the AWS CLI, which signs what an AWS service takes. */
  readonly curl: string;
}

/** What would be sent of a message to a channel now. Nothing: the channel is read, or lacks what it needs to send. */
export type ShowRequests = (channel: Channel, message: OutgoingMessage) => Promise<readonly ShownRequest[]>;

/** Shows requests by the renderers of real deliveries. */
export function createShowRequests(ports: Pick<SendPorts, 'now' | 'messageUrl' | 'own'>): ShowRequests {
  return async (channel, message) => {
    const requests = await requestsOf(ports, channel, message);
    const { secrets } = channelKinds[channel.kind];
    const whole = new Set<string>();
    mapSecrets(channel.config, secrets, (secret) => {
      whole.add(secret);
      return secret;
    });
    const hidePart = secretHider(channel.config, secrets);
    // The value of a header may be a secret that is too short to be looked for in a text.
    const hide = (text: string) => (whole.has(text) ? maskSecret(text) : hidePart(text));
    return requests.map((request) => masked(plain(request), hide));
  };
}

type PlainRequest = Omit<ShownRequest, 'curl'> & { readonly command?: string };

function masked({ command, ...request }: PlainRequest, hide: (text: string) => string): ShownRequest {
  const hideProofs = credentialHider(request.headers);
  const clean = (text: string) => hide(hideProofs(text));
  const shown = {
    method: request.method,
    url: clean(request.url),
    headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, clean(value)])),
    body: clean(request.body),
  };
  return { ...shown, curl: command === undefined ? inCurl(shown) : `${command} ${inShell(shown.body)}` };
}

function plain(request: ChannelRequest): PlainRequest {
  switch (request.kind) {
    case 'http': {
      const { method, url, headers, body = '' } = request;
      return { method, url, headers, body: typeof body === 'string' ? body : new TextDecoder().decode(body) };
    }
    case 'web-push':
      return pushed(request);
    case 'aws':
      return called(request);
  }
}

/** As the push service gets it, but for the encryption, which only the browser can undo. */
function pushed({ subscription, ttlSeconds, urgency, topic, headers, payload }: WebPushRequest): PlainRequest {
  const own = { ttl: String(ttlSeconds), urgency, topic, 'content-encoding': 'aes128gcm' };
  return { method: 'POST', url: subscription.endpoint, headers: { ...headers, ...own }, body: payload };
}

const services: Readonly<Record<AwsRequest['service'], { readonly host: string; readonly command: string }>> = {
  sns: { host: 'sns', command: 'sns publish' },
  sqs: { host: 'sqs', command: 'sqs send-message' },
  eventbridge: { host: 'events', command: 'events put-events' },
  email: { host: 'email', command: 'sesv2 send-email' },
  sms: { host: 'sms-voice', command: 'pinpoint-sms-voice-v2 send-text-message' },
};

/** The client of the service adds the Region, and signs. */
function called({ service, input }: AwsRequest): PlainRequest {
  const { host, command } = services[service];
  return {
    method: 'POST',
    url: `https://${host}.amazonaws.com/`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
    command: `aws ${command} --cli-input-json`,
  };
}
