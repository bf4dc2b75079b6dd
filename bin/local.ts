/** `npm start`: the app on this machine. */
import { join, relative } from 'node:path';
import { parseLocalSettings } from '../local/settings.ts';
import { startLocal, type LocalStack } from '../local/start-local.ts';

const STOP_WITHIN_MS = 9500;

/** Errors whose message says it all; others are bugs and show where they come from. */
const EXPECTED = new Set([
  'DataDirInUse',
  'PortInUse',
  'SynthesisFailed',
  'CustomResourceFailed',
  'DynamoDbUnavailable',
  'UnsupportedTemplate',
]);

function print(stack: LocalStack, dataDir: string): void {
  const { baseUrl, credentials } = stack;
  const link = stack.signInLink();
  console.log(`Base URL     ${baseUrl}`);
  console.log(`Dashboard    ${baseUrl}/`);
  if (link !== undefined) console.log(`Sign in      ${link}  (works once, for two minutes)`);
  console.log(`Credentials  ${relative(process.cwd(), join(dataDir, 'credentials.json'))}`);
  console.log(`First notification:\n  curl -d 'Hello from my machine' ${credentials.webhookUrl}`);
}

function stopOnSignals(started: Promise<LocalStack>): void {
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    // Anything that still runs by then dies with this process.
    setTimeout(() => process.exit(0), STOP_WITHIN_MS).unref();
    await started.then((stack) => stack.stop()).catch(() => {});
    process.exit(0);
  };
  process.on('SIGINT', () => void stop());
  process.on('SIGTERM', () => void stop());
  // A program that started this process and kept a channel open has died without a word.
  process.on('disconnect', () => void stop());
}

const parsed = parseLocalSettings(process.env, process.cwd());
if (parsed.kind === 'invalid') {
  console.error(parsed.message);
  process.exit(2);
}
const { settings } = parsed;
const started = startLocal(settings);
stopOnSignals(started);
try {
  print(await started, settings.dataDir);
} catch (error) {
  const known = error instanceof Error && EXPECTED.has(error.name);
  console.error(known ? error.message : error);
  process.exit(1);
}
