import type { RenderContext } from '../channels/channel-kind.ts';
import { secretHider } from '../channels/hide-secrets.ts';
import { applyMessageTemplates, MessageTemplates } from '../channels/message-templates.ts';
import { factLine, noticeOf } from '../channels/notice.ts';
import type { OutgoingMessage } from '../channels/outgoing-message.ts';
import { deliveredKind } from '../channels/registry.ts';
import { bodyTextOf } from '../channels/request-body.ts';
import type { ChannelKind } from '../channels/kinds.ts';
import { type ConfigPorts, prepareConfig } from './channel-config.ts';
import { done, invalid, type ChangeResult } from './change-result.ts';

/** What a channel would make of a notification. */
export interface ChannelPreview {
  readonly title?: string;
  readonly message: string;
  /** Priority, tags and source in one line. */
  readonly facts: string;
  /** What is sent, as text; secrets are masked. */
  readonly bodies: readonly string[];
}

const RECEIVED_AT = '2026-11-20T09:41:00.000Z';

/** Shows what people most want to see: a title, several lines, an address, a priority and tags. */
const sample: OutgoingMessage = {
  id: 'msg_01KAG9S2M0000000000000000A',
  content: {
    title: 'Disk almost full on db-1',
    message: '91 % of /var is used.\nRunbook: https://example.com/runbooks/disk',
    priority: 4,
    tags: ['production', 'disk'],
  },
  receivedAt: RECEIVED_AT,
  webhook: { id: 'wh_01KAG9S2M0000000000000000B', name: 'Monitoring' },
  payloadText: '{"host":"db-1","disk":"/var","used":0.91}',
  hops: [],
};

interface PreviewPorts extends ConfigPorts {
  /** Where the link of a message leads. */
  readonly messageUrl: (messageId: string) => string;
}

/** Renders a sample as a channel of this config would, without sending it. */
export function previewChannel(
  ports: PreviewPorts,
  { kind, config }: { readonly kind: ChannelKind; readonly config: unknown },
): ChangeResult<ChannelPreview> {
  const delivered = deliveredKind(kind);
  if (delivered === undefined) return invalid('kind', 'a Live Stream has no preview: open it on the page Live');
  const prepared = prepareConfig(ports, { kind, sent: config });
  if (prepared.kind !== 'done') return prepared;
  const { config: stored } = prepared.value;
  const messageUrl = ports.messageUrl(sample.id);
  const context: RenderContext = {
    deliveryId: 'dlv_preview',
    now: Date.parse(RECEIVED_AT),
    userAgent: 'notification-router/1.0',
    messageUrl,
    // Stands for the sender of the router, which only the function that sends mails knows.
    own: { from: 'alerts@example.com' },
  };
  const hide = secretHider(stored, delivered.secrets);
  const templates = MessageTemplates.safeParse(stored['templates']).data;
  const notice = noticeOf(applyMessageTemplates(sample, templates, messageUrl), context);
  return done({
    ...(notice.title === undefined ? {} : { title: notice.title }),
    message: notice.message,
    facts: factLine(notice),
    bodies: delivered.render(sample, stored, context).map((request) => hide(bodyTextOf(request))),
  });
}
