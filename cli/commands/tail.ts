import { Failure } from '../failure.ts';
import { channelsOf, openRouter, webhooksOf, type Channel, type Router } from '../router/router.ts';
import { webhookNamed } from '../router/webhook-choice.ts';
import { follow } from '../stream/follow.ts';
import { SeenIds } from '../stream/seen-ids.ts';
import type { Printer } from '../terminal/print.ts';
import type { Surroundings } from '../terminal/surroundings.ts';
import { eventLine, readEvent } from './event-words.ts';

interface TailOptions {
  readonly webhook?: string;
  readonly json?: boolean;
}

/** Prints notifications as they arrive, until it is stopped. What several streams carry is printed once. */
export async function tail(surroundings: Surroundings, print: Printer, options: TailOptions): Promise<void> {
  const streams = await streamsOf(await openRouter(surroundings), options.webhook);
  const seen = new SeenIds();
  const readers = streams.map(async (url) => {
    let broken = false;
    const reader = {
      event: (id: string, data: string) => {
        if (!seen.isNew(id)) return;
        const event = readEvent(id, data);
        if (options.json === true) print.json(event);
        else print.line(eventLine(event, print.paint));
      },
      gap: () => print.note('more was missed than the stream repeats; "notify messages" has it all'),
      opened: () => {
        print.note(broken ? 'connected again' : 'connected');
        broken = false;
      },
      lost: (reason: string) => {
        if (!broken) print.note(`${reason}; connecting again`);
        broken = true;
      },
    };
    return follow({ url, reader });
  });
  await Promise.all(readers);
}

async function streamsOf(router: Router, webhook: string | undefined): Promise<string[]> {
  const channels = (await channelsOf(router)).filter(({ kind, enabled }) => kind === 'live-stream' && enabled);
  const linked = webhook === undefined ? channels : await linkedTo(router, webhook, channels);
  const urls = linked.flatMap(({ streamUrl }) => streamUrl ?? []);
  if (urls.length > 0) return urls;
  const where = webhook === undefined ? '' : ` linked to "${webhook}"`;
  throw new Failure(`there is no Live Stream channel${where} that is switched on; make one in the dashboard`);
}

async function linkedTo(router: Router, webhook: string, channels: readonly Channel[]): Promise<Channel[]> {
  const { channels: links } = webhookNamed(await webhooksOf(router), webhook);
  return channels.filter(({ id }) => links.some(({ channelId, enabled }) => channelId === id && enabled));
}
