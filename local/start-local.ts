import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { REGION } from './assembly/attributes.ts';
import { deploy } from './assembly/deployed.ts';
import { readAssembly } from './assembly/read-assembly.ts';
import { Resources } from './assembly/resources.ts';
import { BASE_URL_PLACEHOLDER, contextOf, synthesize } from './assembly/synthesize.ts';
import { composeApp, type App } from './boot/app.ts';
import { Cleanup } from './boot/cleanup.ts';
import { bringUpToDate } from './boot/custom.ts';
import { checkPort, serveEdge } from './boot/edge-server.ts';
import { openEngines, provision, type Engines, type Stores } from './boot/engines.ts';
import { removeRuntimeFile, writeRuntimeFile } from './boot/runtime-file.ts';
import { CustomState } from './custom/custom-state.ts';
import { lockDataDir } from './data-dir/lock.ts';
import { createPrivately, makePrivate } from './data-dir/private.ts';
import type { Credentials } from './first-start/credentials.ts';
import { guardOf } from './door/access/guard.ts';
import { ensureCredentials } from './first-start/first-start.ts';
import { AccessControl } from './iam/access-control.ts';
import { decisionLog } from './iam/decision-log.ts';
import { issuerInFront } from './oidc/issuer-in-front.ts';
import type { LocalIssuer } from './oidc/local-issuer.ts';
import { isLoopbackHost } from './oidc/loopback.ts';
import { openIssuer } from './oidc/open-issuer.ts';
import { callbacksOf } from './oidc/clients.ts';
import { freePort } from './process/free-port.ts';
import { startReaper } from './process/reaper.ts';
import type { LocalSettings } from './settings.ts';

/** Together they stay below the 10 seconds that stopping may take. */
const GRACE_MS = { requests: 4000, container: 4000, background: 4000 };
const CONTAINER_READY_MS = 15_000;

/** A running stack. */
export interface LocalStack {
  readonly baseUrl: string;
  /** `http://127.0.0.1:<port>` of the one endpoint for AWS calls. */
  readonly door: string;
  readonly credentials: Credentials;
  /**
   * Makes an address that signs in the owner, once and within two minutes. Secret. `undefined`: people sign in
   * elsewhere, or the base URL is not this machine's own.
   */
  signInLink(): string | undefined;
  /** Finishes what runs and ends everything that was started. Settles within 10 seconds. */
  stop(): Promise<void>;
}

/**
 * Runs the router, or an app with one, on this machine, from its synthesized templates. It answers requests when the
 * returned promise settles.
 *
 * @throws DataDirInUse, PortInUse, SynthesisFailed, DynamoDbUnavailable, UnsupportedTemplate, CustomResourceFailed
 */
export async function startLocal(settings: LocalSettings): Promise<LocalStack> {
  const cleanup = new Cleanup();
  try {
    return await start({ settings, cleanup });
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}

async function start({ settings, cleanup }: { settings: LocalSettings; cleanup: Cleanup }): Promise<LocalStack> {
  const { dataDir, addresses, app: appFile } = settings;
  createPrivately();
  const logDir = join(dataDir, 'logs');
  await mkdir(logDir, { recursive: true });
  const unlock = lockDataDir(dataDir);
  cleanup.add(() => unlock());
  await makePrivate(dataDir);
  await checkPort(settings);
  const port = settings.port === 0 ? await freePort() : settings.port;
  const baseUrl = settings.context['PUBLIC_BASE_URL'] ?? `http://localhost:${port}`;

  const hasOwnIssuer = settings.context['OIDC_ISSUER'] === undefined;
  const synthesized = synthesize({ dataDir, app: appFile, context: contextOf(settings) });
  // Synthesis may fail while we wait for the engines: the later `await` reports that, not an unhandled rejection.
  synthesized.catch(() => {});
  const engines = await openEngines(settings);
  cleanup.add(() => engines.stop());
  const assembly = await readAssembly(await synthesized, { [BASE_URL_PLACEHOLDER]: baseUrl });
  const deployment = await deploy({ dataDir, assembly, baseUrl });
  const state = await CustomState.open(dataDir);
  const resources = new Resources(assembly, engines.door.url, { baseUrl, deployment, made: state });
  const callbacks = callbacksOf(resources, baseUrl);
  const access = new AccessControl(resources, decisionLog(dataDir));
  engines.door.guardWith(guardOf(access));
  const stores = await provision(engines, resources);

  const surroundings = {
    doorUrl: engines.door.url,
    emptyDir: join(dataDir, 'no-aws-profile'),
    clockSkewMs: () => engines.door.faults.clockSkewMs(),
  };
  const reaper = startReaper();
  cleanup.add(() => reaper.stop());
  const { sqs, streams } = engines;
  const concurrency = settings.lambdaConcurrency;
  const app = composeApp({ resources, access, sqs, streams, surroundings, logDir, reaper, concurrency });
  cleanup.add(() => app.functions.stop());
  engines.sending.connect(resources, app.functions);
  const deployCustom = async (): Promise<void> => {
    await bringUpToDate({ dataDir, resources, state, functions: app.functions, surroundings, logDir, reaper });
    engines.sending.connectAddresses(resources);
  };
  const places = { dataDir, baseUrl, port, addresses, callbacks };
  const { credentials, issuer } = await run({ app, engines, cleanup, ...places, hasOwnIssuer, deployCustom });
  await announce({ dataDir, baseUrl, engines, stores, cleanup });
  const signInLink = () => signInLinkAt(baseUrl, issuer);
  return { baseUrl, door: engines.door.url, credentials, signInLink, stop: () => cleanup.run() };
}

interface RunOptions {
  readonly app: App;
  readonly engines: Engines;
  readonly cleanup: Cleanup;
  readonly dataDir: string;
  readonly baseUrl: string;
  readonly port: number;
  readonly addresses: readonly string[];
  /** Where clients of the issuer are answered. */
  readonly callbacks: readonly string[];
  /** Whether people sign in here rather than at an issuer of the settings. */
  readonly hasOwnIssuer: boolean;
  /** Makes what the app has in code: the organisation must be there. */
  readonly deployCustom: () => Promise<void>;
}

/** The dashboard hands the issuer what follows the `#`, which no server sees. */
function signInLinkAt(baseUrl: string, issuer: LocalIssuer | undefined): string | undefined {
  if (issuer === undefined || !isLoopbackHost(new URL(baseUrl).host)) return undefined;
  return `${baseUrl}/sign-in#${issuer.issueHint()}`;
}

interface Running {
  readonly credentials: Credentials;
  readonly issuer: LocalIssuer | undefined;
}

/** Sets the app to work. The port opens last, when everything behind it answers. */
async function run(options: RunOptions): Promise<Running> {
  const { app, engines, cleanup, dataDir, baseUrl } = options;
  for (const container of app.containers) container.start();
  const stopContainers = (): Promise<unknown> =>
    Promise.all(app.containers.map((container) => container.stop(GRACE_MS.container)));
  cleanup.add(stopContainers);
  const { db } = engines;
  const credentials = await ensureCredentials({ dataDir, baseUrl, db, tables: tablesOf(app) });
  await options.deployCustom();
  const background = app.startBackground();
  cleanup.add(() => Promise.race([background.stop(), delay(GRACE_MS.background, undefined, { ref: false })]));
  await Promise.all(app.containers.map((container) => container.healthy(CONTAINER_READY_MS)));
  const issuer = await issuerOf(options, credentials);
  const server = await serveEdge(issuer === undefined ? app.edge : issuerInFront(issuer, app.edge), options);
  // Streams end only when their container stops, so both are told at the same time.
  cleanup.add(() => Promise.all([server.stop(GRACE_MS.requests), stopContainers()]));
  return { credentials, issuer };
}

/** Where people of this machine sign in. */
async function issuerOf(options: RunOptions, { login: person }: Credentials) {
  const { engines, cleanup, dataDir, baseUrl, callbacks, hasOwnIssuer } = options;
  if (!hasOwnIssuer) return undefined;
  const issuer = await openIssuer({ dataDir, baseUrl, callbacks, person, accounts: engines.accounts });
  cleanup.add(() => issuer.close());
  return issuer;
}

/** The tables that the first organisation is created in, by the names that functions know them by. */
function tablesOf({ functions }: App): { directory: string; liveEvents: string; asks: string } {
  const find = (name: string): string => {
    const value = functions.definitions.map(({ environment }) => environment[name]).find((item) => item !== undefined);
    if (value === undefined) throw new Error(`no function has ${name}`);
    return value;
  };
  return { directory: find('DIRECTORY_TABLE'), liveEvents: find('LIVE_EVENTS_TABLE'), asks: find('ASKS_TABLE') };
}

async function announce(options: {
  dataDir: string;
  baseUrl: string;
  engines: Engines;
  stores: Stores;
  cleanup: Cleanup;
}): Promise<void> {
  const { dataDir, baseUrl, engines, stores, cleanup } = options;
  const door = engines.door.url;
  cleanup.add(() => removeRuntimeFile(dataDir));
  await writeRuntimeFile(dataDir, {
    pid: process.pid,
    baseUrl,
    door,
    inbox: engines.sending.inbox.url,
    doorAccessKeyId: 'operator',
    region: REGION,
    ...stores,
  });
}
