import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { managementApi } from '../integration/api.ts';
import { startStack } from '../integration/stack.ts';
import { enter, launchBrowser } from './browser.ts';
import { prepareSights } from './pages.ts';

const FOLDER = join(import.meta.dirname, '../../dist/screenshots');
const LOOKS = [
  { theme: 'light', width: 1280, height: 900 },
  { theme: 'dark', width: 1280, height: 900 },
  { theme: 'light', width: 390, height: 844 },
] as const;
/** Animations and charts come to rest. */
const REST_MS = 700;

const [stack, browser] = await Promise.all([startStack(), launchBrowser()]);
try {
  const sights = await prepareSights(stack, managementApi(stack));
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  for (const look of LOOKS) {
    const page = await browser.open(look);
    const shoot = async (name: string) => {
      await page.waitForTimeout(REST_MS);
      await page.screenshot({ path: join(FOLDER, `${name}-${look.theme}-${look.width}.png`), fullPage: true });
    };
    await page.goto(stack.baseUrl);
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await shoot('sign-in');
    for (const { name, path, heading } of sights) {
      await enter(page, stack.baseUrl + path, stack.credentials.managementToken);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await page.getByText('Loading').first().waitFor({ state: 'hidden' });
      await shoot(name);
    }
  }
  for (const complaint of browser.complaints) console.error(complaint);
  console.log(`Pictures of every page are in ${FOLDER}`);
} finally {
  await Promise.all([stack.stop(), browser.close()]);
}
