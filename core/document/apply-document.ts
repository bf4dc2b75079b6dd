import { type Act, type AuditStore, entryOf, stepOf } from '../directory/audit.ts';
import type { ChangeResult, Refusal } from '../directory/change-result.ts';
import type { ApplyLock } from './apply-lock.ts';
import { planDocument, storedChannels, type WantedDocument, type WorkedOut } from './plan-document.ts';
import type { Application, DocumentPorts, DocumentPlan, PlanStep } from './plan.ts';

/** What applying needs beyond planning. */
export interface ApplyPorts extends DocumentPorts {
  readonly store: DocumentPorts['store'] & Pick<AuditStore, 'appendAudit'> & ApplyLock;
}

interface AppliedDocument extends WantedDocument {
  /** The plan that the caller has seen; absent: any will do. */
  readonly digest?: string | undefined;
  readonly act: Act;
}

/** The time was up before everything was done. Applying the same document again goes on from there. */
export interface Unfinished {
  readonly kind: 'unfinished';
  /** How many steps are left. */
  readonly left: number;
}

type Applied = ChangeResult<DocumentPlan> | Unfinished;

/** A call must be answered within 29 seconds, and one step takes a second at most. */
const MAX_TIME_MS = 20_000;

/** Longer than any call takes, so that the lock of one that died is soon free. */
const LOCK_TIME_MS = 30_000;

/** How often a document is planned anew because somebody changed a thing in between. */
const MAX_ROUNDS = 4;

const MAX_LOCK_TRIES = 8;

/** Makes an organisation what a document says: everything that differs, or nothing if anything in it is not valid. */
export async function applyDocument(ports: ApplyPorts, wanted: AppliedDocument): Promise<Applied> {
  const { organizationId } = wanted;
  const holder = ports.newUlid();
  if (!(await isAlone(ports, organizationId, holder))) return { kind: 'busy' };
  try {
    return await applyAlone(ports, wanted);
  } finally {
    await ports.store.unlockApply(organizationId, holder);
  }
}

/** Two documents at once would leave a mixture of both: the second waits a little for the first. */
async function isAlone(ports: ApplyPorts, organizationId: string, holder: string): Promise<boolean> {
  for (let tries = 1; tries <= MAX_LOCK_TRIES; tries += 1) {
    const at = ports.now();
    if (await ports.store.lockApply({ organizationId, holder, at, until: at + LOCK_TIME_MS })) return true;
    await ports.backoff.pause(tries);
  }
  return false;
}

async function applyAlone(ports: ApplyPorts, wanted: AppliedDocument): Promise<Applied> {
  const deadline = ports.now() + MAX_TIME_MS;
  let first: WorkedOut | undefined;
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const outcome = await planDocument(ports, wanted);
    if (outcome.kind !== 'done') return outcome;
    const { plan } = outcome.value;
    if (wanted.digest !== undefined && wanted.digest !== plan.digest) return { kind: 'stale' };
    if (first === undefined) await note(ports, wanted, outcome.value);
    first ??= outcome.value;
    const left = await carryOut(ports, { wanted, deadline, ...outcome.value });
    if (left.kind === 'all-done') return { kind: 'done', value: first.plan };
    if (left.kind !== 'overtaken') return left;
  }
  return { kind: 'busy' };
}

interface CarriedOut extends WorkedOut {
  readonly wanted: AppliedDocument;
  /** Epoch milliseconds. */
  readonly deadline: number;
}

type Left = { readonly kind: 'all-done' } | { readonly kind: 'overtaken' } | Unfinished | Refusal;

async function carryOut(ports: ApplyPorts, { wanted, deadline, steps, inventory }: CarriedOut): Promise<Left> {
  const application: Application = {
    ports,
    organizationId: wanted.organizationId,
    limit: wanted.limit,
    actOf: (action) => stepOf(wanted.act, action, 'a document is applied'),
    channels: storedChannels(inventory),
  };
  for (const [index, { run }] of steps.entries()) {
    if (run === undefined) continue;
    if (ports.now() > deadline) return { kind: 'unfinished', left: steps.slice(index).filter(isWork).length };
    const outcome = await run(application);
    // Somebody changed the thing since it was read: what is left to do must be found out again.
    if (outcome.kind === 'stale' || outcome.kind === 'not-found' || outcome.kind === 'invalid') {
      return { kind: 'overtaken' };
    }
    if (outcome.kind !== 'done') return outcome;
  }
  return { kind: 'all-done' };
}

const isWork = ({ run }: PlanStep): boolean => run !== undefined;

/** The log tells who applied a document; each change has its own entry beside that. */
async function note(ports: ApplyPorts, { organizationId, act }: AppliedDocument, { plan, steps }: WorkedOut) {
  if (!steps.some(isWork)) return;
  const count = (wanted: string) => plan.changes.filter(({ action }) => action === wanted).length;
  const after = { created: count('create'), changed: count('update'), deleted: count('delete'), digest: plan.digest };
  await ports.store.appendAudit(entryOf(ports, act, { organizationId, target: organizationId, after }));
}
