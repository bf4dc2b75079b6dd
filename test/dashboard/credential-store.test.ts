import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { tokenStore } from '../../dashboard/src/session/credential-store.ts';

/** The storage of one tab. */
function createStorage() {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

const tab = createStorage();
const device = createStorage();

beforeEach(() => {
  vi.stubGlobal('sessionStorage', tab);
  vi.stubGlobal('localStorage', device);
});
afterEach(() => vi.unstubAllGlobals());

it('keeps a pasted token in this tab until it is cleared, and nowhere else', () => {
  expect(tokenStore.read()).toBeUndefined();

  tokenStore.write('nrm_1');

  expect(tokenStore.read()).toBe('nrm_1');
  expect([...tab.items.values()]).toEqual(['nrm_1']);
  expect(device.items.size).toBe(0);

  tokenStore.clear();

  expect(tokenStore.read()).toBeUndefined();
  expect(tab.items.size).toBe(0);
});
