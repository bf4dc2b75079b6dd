import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { notificationFrame } from '../../../core/live/stream-event.ts';
import { openApi } from './api.ts';

describe('GET /api/v1/openapi.json', () => {
  it('is valid OpenAPI 3.1 in the eyes of an independent validator', async () => {
    const { document } = await openApi();

    const result = await new Validator().validate(structuredClone(document));

    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    expect(document.openapi).toBe('3.1.0');
    expect(document.info.version).toBe('1.0.0');
  });

  it('needs no credential and is JSON', async () => {
    const { rawCall } = await openApi();

    const answer = await rawCall('GET', '/api/v1/openapi.json');

    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json');
  });

  it('describes sending and streaming with their errors', async () => {
    const { document } = await openApi();

    const statuses = (path: string, method: string) => Object.keys(document.paths[path][method].responses);

    expect(statuses('/n/{publicId}', 'post')).toEqual([
      '201',
      '400',
      '401',
      '403',
      '404',
      '405',
      '413',
      '429',
      '503',
      '508',
    ]);
    expect(statuses('/n/{publicId}/slack', 'post')).toContain('200');
    expect(statuses('/api/stream/{publicId}', 'get')).toEqual(['200', '404', '405', '429', '503']);
    for (const [path, method, allowed] of [
      ['/n/{publicId}', 'post', 'POST'],
      ['/n/{publicId}/slack', 'post', 'POST'],
      ['/api/stream/{publicId}', 'get', 'GET'],
    ] as const) {
      expect(document.paths[path][method].responses[405].headers.Allow.schema).toMatchObject({ const: allowed });
    }
  });

  it('describes the id under which a sender repeats itself', async () => {
    const { document } = await openApi();

    for (const path of ['/n/{publicId}', '/n/{publicId}/slack']) {
      const headers = document.paths[path].post.parameters.filter(
        ({ in: where }: { in: string }) => where === 'header',
      );
      expect(headers.map(({ name }: { name: string }) => name)).toContain('idempotency-key');
    }
  });

  it.each([
    ['everything', { title: 'CI', priority: 3, tags: ['a'] }, { includePayload: true }],
    ['as little as can be', {}, { includePayload: false }],
  ])('describes the events of a stream, with %s', async (_, fields, config) => {
    const { document } = await openApi();
    const { StreamEvent } = document.components.schemas;
    const event = {
      kind: 'notification',
      channelId: 'ch_1',
      id: '01KAG20RM0ABCDEFGHJKMNPQR0',
      messageId: 'msg_1',
    } as const;
    const frame = notificationFrame(
      { ...event, content: { message: 'Done', tags: [], ...fields }, payload: { text: '{}' }, expiresAt: 0 },
      { config: { format: 'json', includePriority: true, includeTags: true, ...config }, payload: '{"n":1}' },
    );

    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const validate = ajv.compile({ ...StreamEvent, additionalProperties: false });

    validate(JSON.parse(/^data: (.*)$/m.exec(frame)![1]!));
    expect(validate.errors).toBeNull();
  });

  it('names shared shapes once', async () => {
    const { document } = await openApi();

    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(['Webhook', 'Channel', 'Message', 'Filter', 'Error', 'Organization', 'Token']),
    );
    expect(
      document.paths['/api/v1/organizations/{organizationId}/webhooks/{webhookId}'].get.responses[200].content,
    ).toMatchObject({ 'application/json': { schema: { $ref: '#/components/schemas/Webhook' } } });
  });

  it('names every operation differently', async () => {
    const { document } = await openApi();

    const ids = Object.values<Record<string, { operationId: string }>>(document.paths)
      .flatMap((path) => Object.values(path))
      .map(({ operationId }) => operationId);

    expect(new Set(ids).size).toBe(ids.length);
  });
});
