import type * as z from 'zod';
import {
  type ConfigChange,
  type DeliveredKind,
  defineDeliveredKind,
  type Delivering,
  type Prepared,
  type RenderContext,
} from './channel-kind.ts';
import { type Editing, editorOf, editsOf } from './editing.ts';
import type { KindFacts } from './kind-facts.ts';
import type { HttpRequest } from './http-exchange.ts';
import { applyMessageTemplates, type MessageTemplates } from './message-templates.ts';
import { type Notice, noticeOf } from './notice.ts';

interface MessageConfig extends Record<string, unknown> {
  readonly templates?: MessageTemplates | undefined;
}

/** What the file of a kind that people read passes to `defineMessageKind`. */
interface MessageKindFile<Config extends MessageConfig>
  extends Partial<KindFacts>, Pick<Delivering<Config>, 'classify'> {
  readonly kind: KindFacts['kind'];
  readonly title: string;
  readonly description: string;
  readonly config: z.ZodType<Config>;
  /** What is stored: the config and the internal fields. Absent: the config as it is. */
  readonly stored?: z.ZodType<Config>;
  /** Absent: the config is stored as it is. */
  readonly prepare?: (config: Config, change: ConfigChange<Config>) => Prepared<Config>;
  /** `render` of a message with the channel's templates applied and its texts cleaned. Pure. */
  write(notice: Notice, config: Config, context: RenderContext): readonly HttpRequest[];
  /** Absent: what the kind has posted stays as it is. */
  readonly edits?: Editing<Config>;
  /** Absent: its posts never have buttons. */
  readonly pressSecret?: (config: Config, organizationId: string) => string | undefined;
}

/** Makes a kind whose deliveries are messages for people: their texts come cleaned, and a channel may have templates. */
export function defineMessageKind<Config extends MessageConfig>({
  edits,
  ...file
}: MessageKindFile<Config>): DeliveredKind {
  const { stored = file.config } = file;
  return defineDeliveredKind({
    ...file,
    stored,
    ...(edits === undefined ? {} : { edits: editsOf(edits, (config) => stored.parse(config)) }),
    render(message, config, context) {
      const notice = noticeOf(applyMessageTemplates(message, config.templates, context.messageUrl), context);
      const write = (shown: RenderContext) => file.write(notice, config, shown);
      return editorOf(edits, config, context)?.requests(notice, write) ?? write(context);
    },
    classify(response, context) {
      const verdict = () => file.classify(response, context);
      if (edits === undefined || context.rendered === undefined) return verdict();
      const { config, context: rendering } = context.rendered;
      return editorOf(edits, stored.parse(config), rendering)?.read(response, verdict) ?? verdict();
    },
  });
}
