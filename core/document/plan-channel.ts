import { channelKinds } from '../channels/registry.ts';
import { maskSecret } from '../channels/config-secrets.ts';
import { updatesOf } from '../channels/updates.ts';
import type { Channel } from '../directory/channel.ts';
import {
  type ChannelPatch,
  createChannel,
  type ManagedChannel,
  newChannel,
  patchedChannel,
  updateChannel,
} from '../directory/channels.ts';
import type { ChannelEntry } from './document.ts';
import { channelDigest, digestOf, isChannelDrifted } from './drift.ts';
import { channelEntryOf, leftOut, type ShowSecret } from './entries.ts';
import { type FieldChange, fieldChanges } from './field-changes.ts';
import type { Owner } from '../directory/managed.ts';
import { type DocumentPorts, issueAt, issuesUnder, ownerRefusal, type PlannedChange, type PlanSteps } from './plan.ts';
import { type Secrets, wantedConfig } from './wanted-config.ts';

interface WantedChannel {
  readonly organizationId: string;
  readonly slug: string;
  readonly entry: ChannelEntry;
  readonly secrets: Secrets;
  readonly owner: Owner;
  /** What has the slug now. */
  readonly stored?: Channel | undefined;
}

/** What a document does to one channel. */
export function planChannel(ports: DocumentPorts, wanted: WantedChannel): PlanSteps {
  const { slug, entry, owner, stored } = wanted;
  const place = placeOf(slug);
  if (stored === undefined) return planNew(ports, wanted);
  const refusal = ownerRefusal(owner, stored);
  if (refusal !== undefined) return issueAt(place, refusal);
  if (stored.kind !== entry.kind) return issueAt(`${place}.kind`, `must stay "${stored.kind}": a kind never changes`);
  return planChange(ports, wanted, stored);
}

const placeOf = (slug: string): string => `channels.${slug}`;

function planNew(ports: DocumentPorts, { organizationId, slug, entry, secrets, owner }: WantedChannel): PlanSteps {
  const { sent, secretNames, issues } = wantedConfig(entry, secrets);
  if (issues.length > 0) return { steps: [], issues: issuesUnder(placeOf(slug), issues) };
  const { kind, name, enabled = true, retrySchedule, notifyOnProblems, updates } = entry;
  const wanted = { organizationId, kind, name, enabled, config: sent, retrySchedule, notifyOnProblems, updates };
  const made = newChannel(ports, wanted);
  if (made.kind === 'invalid') return { steps: [], issues: issuesUnder(placeOf(slug), made.issues) };
  const managed = managedOf(made.value.channel, { slug, entry, secretNames, owner });
  const change = { action: 'create', type: 'channel', slug, fields: changesOf(undefined, made.value.channel) } as const;
  return {
    issues: [],
    steps: [
      {
        change,
        async run({ ports, actOf, channels }) {
          const outcome = await createChannel(ports, { ...wanted, managed, act: actOf('channel.created') });
          if (outcome.kind === 'done') channels.set(slug, { channelId: outcome.value.channel.id, kind });
          return outcome;
        },
      },
    ],
  };
}

function planChange(
  ports: DocumentPorts,
  { organizationId, slug, entry, secrets, owner }: WantedChannel,
  stored: Channel,
): PlanSteps {
  const { sent, secretNames, issues } = wantedConfig(entry, secrets, stored);
  if (issues.length > 0) return { steps: [], issues: issuesUnder(placeOf(slug), issues) };
  const whole: ChannelPatch = {
    name: entry.name,
    enabled: entry.enabled ?? true,
    config: sent,
    retrySchedule: entry.retrySchedule ?? null,
    notifyOnProblems: entry.notifyOnProblems ?? false,
    updates: entry.updates ?? updatesOf({ kind: stored.kind }),
  };
  const patched = patchedChannel(ports, stored, whole);
  if (patched.kind === 'invalid') return { steps: [], issues: issuesUnder(placeOf(slug), patched.issues) };
  const managed = managedOf(patched.value.channel, { slug, entry, secretNames, owner });
  const after = { ...patched.value.channel, ...managed };
  const fields = changesOf(stored, after);
  const change: PlannedChange = {
    action: fields.length === 0 ? 'none' : 'update',
    type: 'channel',
    slug,
    fields,
    ...(fields.length > 0 && isChannelDrifted(stored) ? { drift: true } : {}),
  };
  if (fields.length === 0 && isKept(stored, managed)) return { issues: [], steps: [{ change }] };
  // What stays as it is must not look mended: a changed switch or config forgets the failures of the destination.
  const { enabled: _, config: __, ...rest } = whole;
  const patch = {
    ...rest,
    ...(stored.enabled === after.enabled ? {} : { enabled: after.enabled }),
    ...(fields.some(({ path }) => path === 'config' || path.startsWith('config.')) ? { config: sent } : {}),
    managed,
  };
  return {
    issues: [],
    steps: [
      {
        change,
        run: ({ ports, actOf }) =>
          updateChannel(
            ports,
            {
              organizationId,
              channelId: stored.id,
              precondition: (version) => version === stored.version,
              act: actOf('channel.changed'),
            },
            patch,
          ),
      },
    ],
  };
}

interface Ownership {
  readonly slug: string;
  readonly entry: ChannelEntry;
  readonly secretNames: Readonly<Record<string, string>>;
  readonly owner: Owner;
}

/** What a channel keeps of its owner. */
function managedOf(channel: Channel, { slug, entry, secretNames, owner }: Ownership): ManagedChannel {
  const disowned = leftOut(channelKinds[entry.kind], entry.config ?? {});
  const givenSecrets = (channel.givenSecrets ?? []).filter((field) => !disowned.includes(field));
  const owned = { slug, ...owner, secretNames: { ...secretNames }, givenSecrets };
  return { ...owned, applied: channelDigest({ ...channel, ...owned }) };
}

function isKept(stored: Channel, { slug, managedBy, applied, secretNames, givenSecrets }: ManagedChannel): boolean {
  const { givenSecrets: known = [], secretNames: names = {} } = stored;
  return (
    stored.slug === slug &&
    stored.managedBy === managedBy &&
    stored.applied === applied &&
    digestOf([known, names]) === digestOf([givenSecrets, secretNames])
  );
}

function changesOf(before: Channel | undefined, after: Channel | undefined): FieldChange[] {
  const sides = (show: ShowSecret) => ({ before: entryOf(before, show), after: entryOf(after, show) });
  return fieldChanges(
    sides((secret) => secret),
    sides(maskSecret),
  );
}

const entryOf = (channel: Channel | undefined, show: ShowSecret) =>
  channel === undefined ? {} : channelEntryOf(channel, show);

/** The fields of a channel that goes. */
export const goneChannel = (channel: Channel): FieldChange[] => changesOf(channel, undefined);
