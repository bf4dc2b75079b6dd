/** `npm run preflight`: looks whether an account is ready for the router, and changes nothing. Exit status 1: it is not. */
import { parseArgs } from 'node:util';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { createClient } from '../adapters/aws/create-client.ts';
import { createCdkApp } from '../lib/config/cdk-app.ts';
import { InvalidSetting, settingsFrom } from '../lib/config/settings.ts';
import { configOf } from '../lib/config/stages.ts';
import { bootstrapProbes } from './preflight/bootstrap.ts';
import { destinationProbes } from './preflight/destinations.ts';
import { findingOf, type Finding, type Place } from './preflight/probe.ts';
import { quotaProbes } from './preflight/quotas.ts';
import { regionProbes } from './preflight/region.ts';
import { roleProbes } from './preflight/roles.ts';

const MARKS = { good: '✓', bad: '✗', unknown: '?' };

/** Says in one line why nothing was looked at. */
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

function print(finding: Finding): void {
  console.log(`${MARKS[finding.kind]} ${finding.subject}: ${finding.detail}`);
  if (finding.kind !== 'good') console.log(`    ${finding.next}`);
}

try {
  const place = await readPlace(process.argv.slice(2));
  console.log(`Account ${place.account}, Region ${place.region}`);
  const probes = [regionProbes, bootstrapProbes, quotaProbes, roleProbes, destinationProbes].flatMap((probesOf) =>
    probesOf(place),
  );
  const findings = await Promise.all(probes.map(async (probe) => findingOf(probe)));
  for (const finding of findings) print(finding);
  process.exitCode = findings.some(({ kind }) => kind === 'bad') ? 1 : 0;
} catch (error) {
  const isExpected = error instanceof CannotLook || error instanceof InvalidSetting;
  console.error(isExpected || (error instanceof TypeError && 'code' in error) ? error.message : error);
  process.exitCode = 2;
}
