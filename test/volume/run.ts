/**
 * `npm run volume [-- --messages 100000]`: writes a large history into a local stack, and looks whether every list,
 * search, preview and figure of it is right, in the API and in a browser. Exit status 1: something is not.
 */
import { parseArgs } from 'node:util';
import { launchBrowser } from '../browser/browser.ts';
import { managementApi } from '../integration/api.ts';
import { startStack } from '../integration/stack.ts';
import { apiChecks } from './api-checks.ts';
import { writeHistory } from './history.ts';
import { pageChecks } from './page-checks.ts';

const { values } = parseArgs({ options: { messages: { type: 'string', default: '100000' } } });
const count = Number(values.messages);

const [stack, browser] = await Promise.all([startStack(), launchBrowser()]);
try {
  const api = managementApi(stack);
  const began = performance.now();
  const history = await writeHistory(stack, api, count);
  console.log(`${count} messages in ${history.channels.length} channels, written in ${secondsSince(began)} s`);
  let problems = 0;
  for (const check of [...apiChecks({ stack, api, history }), ...pageChecks({ stack, browser, history })]) {
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
