import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { maskSecret, configValueAt } from '../../../core/channels/config-secrets.ts';
import { ChannelKind } from '../../../core/channels/kinds.ts';
import { channelKinds } from '../../../core/channels/registry.ts';
import { createChannel, updateChannel } from '../../../core/directory/channels.ts';
import { act } from '../../fakes/audit.ts';
import { createPorts, ORGANIZATION, valueOf } from './directory-ports.ts';

type Config = Record<string, unknown>;

const kinds = Object.values(ChannelKind.def.entries);
const Fields = z.object({
  required: z.array(z.string()).default([]),
  properties: z.record(
    z.string(),
    z.object({ format: z.string().optional(), examples: z.array(z.unknown()).min(1) }).loose(),
  ),
});

function fieldsOf(kind: ChannelKind) {
  const { required, properties } = Fields.parse(z.toJSONSchema(channelKinds[kind].config, { io: 'input' }));
  const examples = Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, field.examples[0]]));
  return { required, properties, examples };
}

/** Every set of some of these names. */
function subsetsOf(names: readonly string[]): string[][] {
  return names.reduce<string[][]>((sets, name) => [...sets, ...sets.map((set) => [...set, name])], [[]]);
}

/** A valid config of the kind's own examples with these fields; `undefined` when they exclude each other. */
function configWith(kind: ChannelKind, fields: readonly string[], without?: string): Config | undefined {
  const { required, examples } = fieldsOf(kind);
  const others = Object.keys(examples).filter((name) => !fields.includes(name) && name !== without);
  const sets = subsetsOf(others).map((set) => [...new Set([...required, ...fields, ...set])]);
  const configs = sets.map((set) => Object.fromEntries(set.map((name) => [name, examples[name]])));
  return configs.find((config) => channelKinds[kind].config.safeParse(config).success);
}

/** The fields of operators, without what the router keeps for itself: `headers.*` is `headers`. */
const ownSecrets = (kind: ChannelKind) =>
  channelKinds[kind].secrets
    .map((path) => path.split('.')[0]!)
    .filter((name) => !channelKinds[kind].internal.includes(name));

/** Each address with each secret that a channel can have beside it. */
const pairs = kinds.flatMap((kind) =>
  channelKinds[kind].urls.flatMap((address) =>
    ownSecrets(kind)
      .filter((secret) => secret !== address)
      .flatMap((secret) => {
        const config = configWith(kind, [address, secret]);
        return config === undefined ? [] : [{ kind, address, secret, config }];
      }),
  ),
);

async function stored(kind: ChannelKind, config: Config) {
  const { ports } = createPorts();
  const { channel } = valueOf(
    await createChannel(ports, { organizationId: ORGANIZATION, kind, name: 'Target', enabled: true, config, act }),
  );
  const target = { organizationId: ORGANIZATION, channelId: channel.id, act };
  return {
    config: channel.config,
    patch: async (change: Config) => updateChannel(ports, target, { config: change }),
    read: async () => (await ports.store.readChannel(ORGANIZATION, channel.id))!.config,
  };
}

const textOf = (value: unknown) => z.string().parse(value);
const moves: [string, (address: string) => string][] = [
  ['host', (address) => address.replace(/\/\/[^/]+/, '//attacker.example')],
  ['port', (address) => address.replace(/\/\/([^/]+)/, '//$1:8443')],
  ['scheme', (address) => address.replace('https:', 'http:')],
];

/** Every text of a secret field as a change of it. */
const changed = (value: unknown, change: (text: string) => string): unknown =>
  typeof value === 'string'
    ? change(value)
    : Object.fromEntries(Object.entries(z.record(z.string(), z.string()).parse(value)).map(([k, v]) => [k, change(v)]));
const keyPathOf = (secret: string, value: unknown) =>
  typeof value === 'string' ? [secret] : [secret, Object.keys(z.record(z.string(), z.string()).parse(value))[0]!];
const othersGiven = (kind: ChannelKind, config: Config, but: readonly string[]) =>
  Object.fromEntries(
    ownSecrets(kind)
      .filter((name) => name in config && !but.includes(name))
      .map((name) => [name, config[name]]),
  );

describe('the declared kinds', () => {
  it('with a secret of an operator’s declare each address that they have', () => {
    const forgotten = kinds.flatMap((kind) =>
      ownSecrets(kind).length === 0
        ? []
        : Object.entries(fieldsOf(kind).properties)
            .filter(([name, { format }]) => format === 'uri' && !channelKinds[kind].urls.includes(name))
            .map(([name]) => `${kind}.${name}`),
    );

    expect(forgotten).toEqual([]);
  });

  it('are tried here with every secret that is no address itself', () => {
    const withSecret = kinds.filter((kind) => ownSecrets(kind).some((name) => !channelKinds[kind].urls.includes(name)));

    expect([...new Set(pairs.map(({ kind }) => kind))]).toEqual(withSecret);
    expect(pairs.length).toBeGreaterThanOrEqual(14);
  });
});

describe.each(pairs)('a $kind channel whose $address changes', ({ kind, address, secret, config }) => {
  it.each(moves)('in its %s does not take the stored secret along', async (_, move) => {
    const channel = await stored(kind, config);
    const moved = { [address]: move(textOf(config[address])), ...othersGiven(kind, channel.config, [secret, address]) };
    const mask = changed(channel.config[secret], maskSecret);
    const path = keyPathOf(secret, channel.config[secret]);

    const leftOut = await channel.patch(moved);
    const masked = await channel.patch({ ...moved, [secret]: mask });
    const kept = await channel.read();

    const expected = { kind: 'invalid', issues: [{ path: ['config', ...path].join('.') }] };
    expect([leftOut, masked]).toMatchObject([expected, expected]);
    expect(kept).toEqual(channel.config);
  });

  it('goes where its secret is given again', async () => {
    const channel = await stored(kind, config);
    const address2 = moves[0]![1](textOf(config[address]));
    const fresh = changed(config[secret], (text) => text.replace(/.$/, text.endsWith('1') ? '2' : '1'));
    const given = secret === 'secret' ? config[secret] : fresh;

    const outcome = await channel.patch({
      ...othersGiven(kind, channel.config, [secret, address]),
      [address]: address2,
      [secret]: given,
    });

    expect(outcome.kind).toBe('done');
    expect(await channel.read()).toMatchObject({ [address]: address2, [secret]: given });
  });

  it('keeps the secret while the origin stays', async () => {
    const channel = await stored(kind, config);
    const url = new URL(textOf(config[address]));
    const same = `${url.origin.toUpperCase().replace('HTTPS', 'https')}:443${url.pathname.replace(/\/$/, '')}/deeper`;

    const outcome = await channel.patch({ [address]: same, [secret]: changed(channel.config[secret], maskSecret) });

    expect(outcome.kind).toBe('done');
    expect(configValueAt(await channel.read(), [secret])).toEqual(channel.config[secret]);
  });

  it.runIf(configWith(kind, [secret], address) !== undefined)(
    'does not take the secret along when the address comes or goes',
    async () => {
      const without = await stored(kind, configWith(kind, [secret], address)!);
      const beside = await stored(kind, config);

      const comes = await without.patch({ [address]: 'https://attacker.example/x' });
      const goes = await beside.patch({ [address]: null });

      expect([comes, goes]).toMatchObject([{ kind: 'invalid' }, { kind: 'invalid' }]);
      const named = [comes, goes].map((outcome) => (outcome.kind === 'invalid' ? outcome.issues[0]?.path : undefined));
      for (const path of named) expect(path).toMatch(/^config\./);
    },
  );
});

describe('a webhook channel that moves', () => {
  const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';
  const config = {
    url: 'https://example.com/hook',
    secret: SECRET,
    headers: { 'x-a': 'first-secret', 'x-b': 'second-secret' },
  };
  const url = 'https://attacker.example/hook';

  it('names every secret that is missing', async () => {
    const channel = await stored('webhook', config);

    const outcome = await channel.patch({ url, headers: { 'x-a': 'given-again' } });

    expect(outcome).toMatchObject({
      kind: 'invalid',
      issues: [{ path: 'config.secret' }, { path: 'config.headers.x-b' }],
    });
  });

  it('is told first that an address is none', async () => {
    const channel = await stored('webhook', config);

    expect(await channel.patch({ url: 'nowhere' })).toMatchObject({
      kind: 'invalid',
      issues: [{ path: 'config.url' }],
    });
  });

  it('may drop its secrets: a signing secret is made anew', async () => {
    const channel = await stored('webhook', config);

    const outcome = await channel.patch({ url, headers: null, secret: null });

    const after = await channel.read();
    expect(outcome).toMatchObject({ kind: 'done', value: { issued: ['secret'] } });
    expect(after).toEqual({ url, secret: after['secret'] });
    expect(after['secret']).not.toBe(SECRET);
  });

  it('signs nothing with the secret of the place before', async () => {
    const channel = await stored('webhook', config);
    await channel.patch({ secret: null });
    const rotating = await channel.read();

    await channel.patch({ url, secret: SECRET, headers: null });

    expect(rotating).toHaveProperty('previousSecret', SECRET);
    expect(await channel.read()).toEqual({ url, secret: SECRET });
  });

  it('cannot carry a secret into another field by its mask', async () => {
    const channel = await stored('webhook', config);

    const outcomes = await Promise.all([
      channel.patch({ headers: { 'x-c': maskSecret('first-secret'), 'x-a': null } }),
      channel.patch({ headers: { 'X-A': maskSecret('first-secret'), 'x-a': null } }),
      channel.patch({ headers: { 'x-c': maskSecret(SECRET) } }),
      channel.patch({ url, secret: maskSecret('first-secret'), headers: null }),
    ]);

    expect(outcomes.map(({ kind }) => kind)).toEqual(['invalid', 'invalid', 'invalid', 'invalid']);
  });
});
