import type { PresetPorts } from '../../core/notification/presets/preset.ts';

const TIMEOUT_MS = 5_000;

/** What presets can reach over the guarded client, which loads for the first preset that asks. No private address. */
export function lazyPresetPorts(now: () => number): PresetPorts {
  let loading: ReturnType<typeof load> | undefined;
  return {
    async fetchText(url) {
      const client = await (loading ??= load());
      const result = await client.send({ kind: 'http', method: 'GET', url, headers: {} });
      if (result.kind !== 'response' || result.truncated) return undefined;
      return { status: result.status, text: result.body };
    },
    now,
  };
}

async function load() {
  const { createOutboundClient } = await import('../../adapters/http/outbound-client.ts');
  return createOutboundClient({ allowedCidrs: [], timeoutMs: TIMEOUT_MS });
}
