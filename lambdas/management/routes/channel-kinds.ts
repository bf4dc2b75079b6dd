import { z } from '@hono/zod-openapi';
import { channelKinds } from '../../../core/channels/registry.ts';
import { shown } from '../reply.ts';
import { defineRoute, type Route } from '../route.ts';
import { KindField } from './channel-view.ts';

const ChannelKinds = z.object({
  items: z.array(
    z
      .object({
        name: KindField,
        title: z.string(),
        description: z.string(),
        configSchema: z.record(z.string(), z.unknown()).meta({ description: 'JSON Schema of `config`.' }),
        secretFields: z
          .array(z.string())
          .meta({ description: 'Paths into `config`; `headers.*` is each value of that record.' }),
        limits: z.record(z.string(), z.number()).meta({ description: "The vendor's; absent where it states none." }),
      })
      .meta({ id: 'ChannelKind' }),
  ),
});

/** What kinds of channels there are: forms are drawn from this, with the schemas that check what is saved. */
export function channelKindRoutes(): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/channel-kinds',
      access: 'signed-in',
      tag: 'Channels',
      summary: 'Every kind of channel with the schema of its config',
      request: z.object({}),
      answer: { status: 200, schema: ChannelKinds },
      handle: async () => {
        const items = Object.values(channelKinds).map(({ kind, title, description, config, secrets, ...facts }) => ({
          name: kind,
          title,
          description,
          configSchema: z.toJSONSchema(config, { io: 'input' }),
          secretFields: secrets.filter((field) => !facts.internal.includes(field)),
          limits: facts.limits,
        }));
        return shown({ items });
      },
    }),
  ];
}
