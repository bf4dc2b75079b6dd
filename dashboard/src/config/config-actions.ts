import { bodyOf } from '../api/client.ts';
import type { ConfigPlan } from '../api/types.ts';
import { useAction } from '../feedback/action.ts';
import { useApi } from '../session/organization.tsx';

const path = '/api/v1/organizations/{organizationId}/config';

/** A document as it is typed, with what is given beside it. */
export interface Draft {
  readonly document: string;
  readonly secrets: Readonly<Record<string, string>>;
  readonly prune: boolean;
}

interface Then {
  readonly onExported: (document: string) => void;
  readonly onPlanned: (plan: ConfigPlan) => void;
  readonly onApplied: () => void;
}

/** What can be done with the configuration as a whole. */
export function useConfigActions({ onExported, onPlanned, onApplied }: Then) {
  const { client, organizationId } = useApi();
  const params = { path: { organizationId } };
  return {
    read: useAction({
      run: () => bodyOf(client.GET(path, { params, headers: { accept: 'application/yaml' }, parseAs: 'text' })),
      onDone: onExported,
    }),
    plan: useAction({
      quiet: true,
      run: (body: Draft) => bodyOf(client.POST(`${path}/plan`, { params, body })),
      onDone: onPlanned,
    }),
    apply: useAction({
      told: 'The document was applied.',
      quiet: true,
      run: (body: Draft & { readonly digest: string }) => bodyOf(client.POST(`${path}/apply`, { params, body })),
      onDone: onApplied,
    }),
  };
}
