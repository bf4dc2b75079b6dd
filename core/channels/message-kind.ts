import type * as z from 'zod';
import { type DeliveredKind, defineDeliveredKind, type Delivering, type RenderContext } from './channel-kind.ts';
import type { KindFacts } from './kind-facts.ts';
import type { HttpRequest } from './http-exchange.ts';
import { applyMessageTemplates, messageTemplateNotes, type MessageTemplates } from './message-templates.ts';
import { type Notice, noticeOf } from './notice.ts';

interface MessageConfig extends Record<string, unknown> {
  readonly templates?: MessageTemplates | undefined;
}

/** What the file of a kind that people read gives to `defineMessageKind`. */
interface MessageKindFile<Config extends MessageConfig>
  extends Partial<Omit<KindFacts, 'internal'>>, Pick<Delivering<Config>, 'classify'> {
  readonly kind: KindFacts['kind'];
  readonly title: string;
  readonly description: string;
  /** Stored as it is. */
  readonly config: z.ZodType<Config>;
  /** `render` of a message with the channel's templates applied and its texts cleaned. Pure. */
  write(notice: Notice, config: Config, context: RenderContext): readonly HttpRequest[];
}

/** Makes a kind whose deliveries are messages for people: their texts come cleaned, and a channel may have templates. */
export function defineMessageKind<Config extends MessageConfig>(file: MessageKindFile<Config>): DeliveredKind {
  return defineDeliveredKind({
    ...file,
    stored: file.config,
    render(message, config, context) {
      const templated = applyMessageTemplates(message, config.templates, context.messageUrl);
      return file.write(noticeOf(templated, context), config, context);
    },
    notes: (message, config, { messageUrl }) => messageTemplateNotes(message, config.templates, messageUrl),
    classify: (response, context) => file.classify(response, context),
  });
}
