/**
 * `npm run volume [-- --messages 100000 --minutes 10]`: writes a large history into a local stack, and looks whether
 * every list, search, preview and figure of it is right, in the API and in a browser, and whether a tab that shows the
 * live tail for these minutes grows. Exit status 1: something is not as it should be.
 */
import { parseArgs } from 'node:util';
import { launchBrowser } from '../browser/browser.ts';
import { managementApi } from '../integration/api.ts';
import { startStack } from '../integration/stack.ts';
import { apiChecks } from './api-checks.ts';
import { writeHistory } from './history.ts';
import { pageChecks } from './page-checks.ts';
import { tailCheck } from './tail-check.ts';

const { values } = parseArgs({
  options: { messages: { type: 'string', default: '100000' }, minutes: { type: 'string', default: '10' } },
});
const count = Number(values.messages);
const minutes = Number(values.minutes);

const [stack, browser] = await Promise.all([startStack(), launchBrowser()]);
try {
  const api = managementApi(stack);
  const began = performance.now();
  const history = await writeHistory(stack, api, count);
  console.log(`${count} messages in ${history.channels.length} channels, written in ${secondsSince(began)} s`);
  let problems = 0;
  const checks = [
    ...apiChecks({ stack, api, history }),
    ...pageChecks({ stack, browser, history }),
    tailCheck({ stack, api, browser }, minutes),
  ];
  for (const check of checks) {
    const start = performance.now();
    const problem = await check.run().catch(String);
    if (problem !== undefined) problems += 1;
    console.log(`${problem === undefined ? '✓' : '✗'} ${check.name}: ${secondsSince(start)} s ${problem ?? ''}`);
  }
  console.log(`${problems} problems`);
  process.exitCode = problems === 0 ? 0 : 1;
} finally {
  await browser.close();
  await stack.stop();
}

function secondsSince(start: number): string {
  return ((performance.now() - start) / 1000).toFixed(1);
}
