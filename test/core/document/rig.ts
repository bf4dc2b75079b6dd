import { applyDocument } from '../../../core/document/apply-document.ts';
import type { ConfigDocument } from '../../../core/document/document.ts';
import { channelEntryOf } from '../../../core/document/entries.ts';
import { exportDocument } from '../../../core/document/export-document.ts';
import { planDocument } from '../../../core/document/plan-document.ts';
import type { ApplyPorts } from '../../../core/document/apply-document.ts';
import { configValueAt } from '../../../core/channels/config-secrets.ts';
import type { Act } from '../../../core/directory/audit.ts';
import { act as byToken } from '../../fakes/audit.ts';
import { createPorts, ORGANIZATION as organizationId, valueOf } from '../directory/directory-ports.ts';

const act: Act = { ...byToken, action: 'organization.document-applied' };

export interface Options {
  readonly secrets?: Record<string, string>;
  readonly prune?: boolean;
  readonly digest?: string;
  readonly limit?: number;
}

/** An organisation to which documents are applied. */
export function openOrganization(overrides: Partial<ApplyPorts> = {}) {
  const { ports: directory, generators } = createPorts();
  const ended: string[] = [];
  const ports: ApplyPorts = {
    ...directory,
    endAlerts: async ({ id }) => {
      ended.push(id);
    },
    ...overrides,
  };
  const wanted = (document: ConfigDocument, { secrets = {}, prune = false, ...rest }: Options) => ({
    organizationId,
    document,
    secrets,
    prune,
    ...rest,
    act,
  });
  const plan = async (document: ConfigDocument, options: Options = {}) => {
    const outcome = await planDocument(ports, wanted(document, options));
    return outcome.kind === 'done' ? { kind: outcome.kind, value: outcome.value.plan } : outcome;
  };
  const apply = async (document: ConfigDocument, options: Options = {}) =>
    applyDocument(ports, wanted(document, options));
  const exported = async () => valueOf(await exportDocument(ports, { organizationId, act }));
  const channels = async () => (await ports.store.listChannels(organizationId, { limit: 1000 })).items;
  const webhooks = async () => (await ports.store.listWebhooks(organizationId, { limit: 1000 })).items;
  return {
    ports,
    generators,
    ended,
    plan,
    apply,
    exported,
    channels,
    webhooks,
    channelAt: async (slug: string) => (await channels()).find((channel) => channel.slug === slug)!,
    webhookAt: async (slug: string) => (await webhooks()).find((webhook) => webhook.slug === slug)!,
    audit: async () => (await directory.store.listAudit(organizationId, { limit: 1000 })).items,
    /** The secrets that an exported document names. */
    secrets: async (document: ConfigDocument) => {
      const known: Record<string, string> = {};
      for (const channel of await channels()) {
        const entry = document.channels?.[channel.slug!];
        channelEntryOf(channel, (secret, keys) => {
          known[String(configValueAt(entry?.config ?? {}, [...keys, 'secret']))] = secret;
        });
      }
      return known;
    },
  };
}

export type TestOrganization = ReturnType<typeof openOrganization>;

/** What changes, without what stays. */
export function changed(plan: { readonly changes: readonly { readonly action: string }[] }) {
  return plan.changes.filter(({ action }) => action !== 'none');
}

/** The plan of an outcome. */
export function planOf<T>(outcome: { readonly kind: string; readonly value?: T }): T {
  return valueOf(outcome);
}

/** What is wrong with a document. */
export function issuesIn(outcome: object): unknown {
  return 'issues' in outcome ? outcome.issues : outcome;
}
