import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
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

    expect(statuses('/n/{publicId}', 'post')).toEqual(['201', '400', '401', '403', '404', '413', '429', '503', '508']);
    expect(statuses('/n/{publicId}/slack', 'post')).toContain('200');
    expect(statuses('/api/stream/{publicId}', 'get')).toEqual(['200', '404', '429', '503']);
  });

  it('names shared shapes once', async () => {
    const { document } = await openApi();

    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(['Webhook', 'Channel', 'Message', 'Filter', 'Error', 'Organization', 'Token']),
    );
    expect(
      document.paths['/api/v1/organizations/{organizationId}/webhooks/{webhookId}'].get.responses[200].content,
    ).toEqual({ 'application/json': { schema: { $ref: '#/components/schemas/Webhook' } } });
  });

  it('names every operation differently', async () => {
    const { document } = await openApi();

    const ids = Object.values<Record<string, { operationId: string }>>(document.paths)
      .flatMap((path) => Object.values(path))
      .map(({ operationId }) => operationId);

    expect(new Set(ids).size).toBe(ids.length);
  });
});
