import { parseArgs } from 'node:util';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { createClient } from '../../adapters/aws/create-client.ts';
import { createCdkApp } from '../../lib/config/cdk-app.ts';
import { InvalidSetting, settingsFrom } from '../../lib/config/settings.ts';
import { configOf } from '../../lib/config/stages.ts';
import { bootstrapProbes } from './bootstrap.ts';
import { destinationProbes } from './destinations.ts';
import { findingOf, type Finding, type Place } from './probe.ts';
import { quotaProbes } from './quotas.ts';
import { regionProbes } from './region.ts';
import { roleProbes } from './roles.ts';

const MARKS = { good: '✓', bad: '✗', unknown: '?' };

/** Says in one line why the checks could not start. */
class CannotLook extends Error {
  override readonly name = 'CannotLook';
}

/** The settings as `cdk deploy` takes them: `-c NAME=value`, `-c stage=name`. */
async function readPlace(args: readonly string[]): Promise<Place> {
  const { values } = parseArgs({
    args: [...args],
    options: { context: { type: 'string', short: 'c', multiple: true } },
  });
  const pairs = (values.context ?? []).map((pair): [string, string] => {
    const at = pair.indexOf('=');
    if (at < 1) throw new CannotLook(`-c ${pair} is not allowed; it must be NAME=value`);
    return [pair.slice(0, at), pair.slice(at + 1)];
  });
  const { settings = {}, env = {} } = await configOf(createCdkApp({ context: Object.fromEntries(pairs) }).node);
  const identity = createClient(STSClient, env.region === undefined ? {} : { region: env.region });
  const region = await identity.config.region().catch(() => {
    throw new CannotLook('No Region: set AWS_REGION, or a profile that has one.');
  });
  const { Account = '' } = await identity.send(new GetCallerIdentityCommand({})).catch((error: unknown) => {
    throw new CannotLook(`No account: ${error instanceof Error ? error.message : String(error)}`);
  });
  if (env.account !== undefined && env.account !== Account) {
    throw new CannotLook(`These are credentials of account ${Account}; the stage is for ${env.account}.`);
  }
  return { account: Account, region, settings: settingsFrom(settings) };
}

/** Where lines go. */
type Printer = Pick<Console, 'log' | 'error'>;

function printFinding(finding: Finding, { log }: Printer): void {
  log(`${MARKS[finding.kind]} ${finding.subject}: ${finding.detail}`);
  if (finding.kind !== 'good') log(`    ${finding.next}`);
}

/**
 * Checks whether an account is ready for the router, with the credentials and the Region of the environment. It changes
 * nothing.
 *
 * @param args as `cdk deploy` takes them: `-c NAME=value`
 * @returns the exit status. 0: ready; 1: not ready; 2: it could not check
 */
export async function preflight(args: readonly string[], printer: Printer): Promise<0 | 1 | 2> {
  try {
    const place = await readPlace(args);
    printer.log(`Account ${place.account}, Region ${place.region}`);
    const probes = [regionProbes, bootstrapProbes, quotaProbes, roleProbes, destinationProbes].flatMap((probesOf) =>
      probesOf(place),
    );
    const findings = await Promise.all(probes.map(async (probe) => findingOf(probe)));
    for (const finding of findings) printFinding(finding, printer);
    return findings.some(({ kind }) => kind === 'bad') ? 1 : 0;
  } catch (error) {
    const isExpected = error instanceof CannotLook || error instanceof InvalidSetting;
    printer.error(isExpected || (error instanceof TypeError && 'code' in error) ? error.message : error);
    return 2;
  }
}
