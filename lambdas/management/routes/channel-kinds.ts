import { z } from '@hono/zod-openapi';
import type { ConfigurableKind } from '../../../core/channels/channel-kind.ts';
import { mayEdit } from '../../../core/channels/kinds.ts';
import { channelKinds } from '../../../core/channels/registry.ts';
import { updatesRefusal, updateWays } from '../../../core/channels/updates.ts';
import { listOf, listView } from '../cursor.ts';
import { shown } from '../reply.ts';
import { defineRoute, type Route } from '../route.ts';
import { KindField } from './channel-view.ts';

const KindView = z
  .object({
    name: KindField,
    title: z.string(),
    description: z.string(),
    configSchema: z.record(z.string(), z.unknown()).meta({ description: 'JSON Schema of `config`.' }),
    secretFields: z
      .array(z.string())
      .meta({ description: 'Paths into `config`; `headers.*` is each value of that record.' }),
    edits: z.boolean().meta({ description: 'Whether an alert is one post that is changed in place.' }),
    updates: z
      .array(z.enum(updateWays))
      .meta({ description: 'What `updates` of its channels may be, the default first.' }),
    limits: z.record(z.string(), z.number()).meta({ description: "The vendor's; absent where it states none." }),
  })
  .meta({ id: 'ChannelKind' });

function kindView({ kind, title, description, config, secrets, internal, limits }: ConfigurableKind) {
  const secretFields = secrets.filter((field) => !internal.includes(field));
  return {
    name: kind,
    title,
    description,
    configSchema: z.toJSONSchema(config, { io: 'input' }),
    secretFields,
    edits: mayEdit(kind),
    updates: updateWays.filter((way) => updatesRefusal(kind, way) === undefined),
    limits,
  };
}

/** Which kinds of channels exist: the dashboard draws forms from this, with the schemas that also check each save. */
export function channelKindRoutes(): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/channel-kinds',
      access: 'signed-in',
      tag: 'Channels',
      summary: 'Every kind of channel with the schema of its config',
      request: z.object({}),
      answer: { status: 200, schema: listOf(KindView) },
      handle: async () => shown(listView({ items: Object.values(channelKinds) }, kindView)),
    }),
  ];
}
