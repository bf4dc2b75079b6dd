import type { AcceptPorts } from '../../core/sending/accept.ts';

/** The alerts of webhooks with a lifecycle, loaded with the first send to one: most sends never need them. */
export function lazyAlerts(table: string): AcceptPorts['alerts'] {
  let loading: ReturnType<typeof load> | undefined;
  const loaded = () => (loading ??= load(table));
  return {
    heads: {
      read: async (key) => (await loaded()).heads.read(key),
      write: async (step) => (await loaded()).heads.write(step),
    },
    pause: async (tries) => (await loaded()).pause(tries),
  };
}

async function load(table: string) {
  const [{ openAlertHeads }, { pauseAfter }] = await Promise.all([
    import('../../adapters/aws/alerts/alert-heads.ts'),
    import('../../adapters/aws/pause-after.ts'),
  ]);
  return { heads: openAlertHeads(table), pause: pauseAfter };
}
