import { describe, expect, it } from 'vitest';
import { openApi } from './api.ts';

const { rawCall, document } = await openApi();

describe('the reference', () => {
  it('is a page of our own with every operation, and nothing inline that could run', async () => {
    const { status, headers, text } = await rawCall('GET', '/api/v1/docs');
    const operations = Object.values<object>(document.paths).flatMap((methods) => Object.values(methods));

    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(text.match(/class="operation"/g)).toHaveLength(operations.length);
    for (const { operationId } of operations) expect(text).toContain(`id="${operationId}"`);
    expect(text).not.toMatch(/<style|<script(?! src="\/api)|\son\w+=|style="|https?:\/\/[^"]*\.js/);
  });

  it.each([
    ['reference.js', 'text/javascript'],
    ['reference.css', 'text/css'],
  ])('loads %s from the same place', async (file, type) => {
    const { status, headers, text } = await rawCall('GET', `/api/v1/docs/${file}`);

    expect([status, headers['content-type']]).toEqual([200, `${type}; charset=utf-8`]);
    expect((await rawCall('GET', '/api/v1/docs')).text).toContain(`"/api/v1/docs/${file}"`);
    expect(text).not.toMatch(/innerHTML|eval\(/);
  });

  it('is read only', async () => {
    expect((await rawCall('POST', '/api/v1/docs')).status).toBe(405);
    expect((await rawCall('GET', '/api/v1/docs/nothing')).status).toBe(404);
  });
});
