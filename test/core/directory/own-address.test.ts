import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { carrierOf, ChannelKind } from '../../../core/channels/kinds.ts';
import { channelKinds } from '../../../core/channels/registry.ts';
import { createChannel, updateChannel } from '../../../core/directory/channels.ts';
import { ownAddressRefusal } from '../../../core/directory/own-address.ts';
import { act } from '../../fakes/audit.ts';
import { loadVendors } from '../../vendors/load-vendors.ts';
import { createPorts, ORGANIZATION, valueOf } from './directory-ports.ts';

const OWN = 'https://notify.example.com';
const ELSEWHERE = 'https://chat.example.org';
const wanted = { organizationId: ORGANIZATION, name: 'Chat', enabled: true, act };

const slackBot = (base: string) => ({ botToken: 'xoxb-1-2-secretsecret', channel: 'C0123456789', apiBaseUrl: base });
const configs = [
  ...(await loadVendors()).map((vendor) => [vendor.kind, (base: string) => vendor.config(base)] as const),
  ['slack', slackBot] as const,
];

describe("the router's own address", () => {
  it.each(configs)('is refused in a channel of kind %s, made or changed', async (kind, configAt) => {
    const { ports } = createPorts();

    const made = await createChannel(ports, { ...wanted, kind, config: configAt(OWN) });
    const { channel } = valueOf(await createChannel(ports, { ...wanted, kind, config: configAt(ELSEWHERE) }));
    const target = { organizationId: ORGANIZATION, channelId: channel.id, act };
    const changed = await updateChannel(ports, target, { config: configAt(OWN) });

    const issue = {
      path: expect.stringMatching(/^config\./),
      message: expect.stringContaining('of the router itself'),
    };
    expect(made).toEqual({ kind: 'invalid', issues: [issue] });
    expect(changed).toEqual(made);
  });

  it('is tried above in every address field of every kind that sends over HTTP', () => {
    const tried = configs.flatMap(([kind, configAt]) =>
      Object.entries(configAt(OWN)).flatMap(([name, value]) =>
        String(value).includes(OWN) ? [`${kind}.${name}`] : [],
      ),
    );
    const kinds = ChannelKind.options.filter((kind) => carrierOf(kind) === 'outbound' && kind !== 'webhook');

    const fields = kinds.flatMap((kind) => channelKinds[kind].urls.map((name) => `${kind}.${name}`));
    expect(tried.toSorted()).toEqual(fields.toSorted());
  });

  it('can stand in no other field: whatever is an address is checked, but for the contact of browsers', () => {
    const Schema = z.object({ properties: z.record(z.string(), z.looseObject({ format: z.string().optional() })) });
    const unchecked = ChannelKind.options.flatMap((kind) => {
      const { properties } = Schema.parse(z.toJSONSchema(channelKinds[kind].config, { io: 'input' }));
      const addresses = Object.keys(properties).filter((name) => JSON.stringify(properties[name]).includes('"uri"'));
      return addresses.filter((name) => !channelKinds[kind].urls.includes(name)).map((name) => `${kind}.${name}`);
    });

    expect(unchecked).toEqual(['web-push.contact']);
  });

  it('may be forwarded to by a channel of kind webhook', async () => {
    const { ports } = createPorts();

    const outcome = await createChannel(ports, { ...wanted, kind: 'webhook', config: { url: `${OWN}/n/x` } });

    expect(outcome.kind).toBe('done');
  });

  it.each([
    ['https://notify.example.com/n/abc/slack', OWN],
    ['HTTPS://Notify.EXAMPLE.com:443/', OWN],
    ['https://notify.example.com.:443/n/x', OWN],
    ['https://notify%2Eexample.com/n/x', OWN],
    ['https://ｎotify.example.com/n/x', OWN],
    ['http://notify.example.com:443/', OWN],
    ['https://notify.example.com:8443/', 'https://Notify.example.com:8443/base'],
    ['http://localhost:8080/n/x', 'http://localhost:8080'],
    ['http://LOCALHOST.:8080/n/x', 'http://localhost:8080'],
    ['http://router.localhost:8080/n/x', 'http://localhost:8080'],
    ['http://127.0.0.1:8080/n/x', 'http://localhost:8080'],
    ['http://127.1.2.3:8080/n/x', 'http://localhost:8080'],
    ['http://2130706433:8080/n/x', 'http://localhost:8080'],
    ['http://0.0.0.0:8080/n/x', 'http://localhost:8080'],
    ['http://[::1]:8080/n/x', 'http://localhost:8080'],
    ['http://[::]:8080/n/x', 'http://localhost:8080'],
    ['http://[0:0:0:0:0:0:0:1]:8080/n/x', 'http://localhost:8080'],
    ['http://[::ffff:127.0.0.1]:8080/n/x', 'http://localhost:8080'],
    ['http://localhost:8080/n/x', 'http://127.0.0.1:8080'],
    ['http://localhost/n/x', 'http://[::1]'],
  ])('is known as %s at %s', (address, publicBaseUrl) => {
    expect(ownAddressRefusal(address, publicBaseUrl)).toContain('only channels of kind webhook');
  });

  it.each([
    ['https://notify.example.com:8443/', OWN],
    ['https://notify.example.com.evil.example/', OWN],
    ['https://example.com/?x=https://notify.example.com', OWN],
    ['https://hooks.slack.com/services/x', OWN],
    ['http://localhost:9000/', 'http://localhost:8080'],
    ['http://localhost.example.com:8080/', 'http://localhost:8080'],
    ['http://128.0.0.1:8080/', 'http://localhost:8080'],
    ['http://127.0.0.1:8080/', OWN],
    ['no address', OWN],
  ])('is not %s at %s', (address, publicBaseUrl) => {
    expect(ownAddressRefusal(address, publicBaseUrl)).toBeUndefined();
  });
});
