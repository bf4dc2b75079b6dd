import { describe, expect, it } from 'vitest';
import { createLog, createMeasure } from '../../../adapters/system/telemetry.ts';
import type { Line } from '../../../core/telemetry/telemetry.ts';

const NOW = Date.parse('2026-11-20T10:00:00.000Z');

function written(...lines: Line[]): Record<string, unknown>[] {
  const texts: string[] = [];
  const log = createLog({ write: (text) => texts.push(text), now: () => NOW });
  for (const line of lines) log(line);
  return texts.map((text) => JSON.parse(text));
}

describe('telemetry', () => {
  it('writes each line as JSON of one line, with the names that Lambda filters by', () => {
    const texts: string[] = [];
    const writer = { write: (text: string) => texts.push(text), now: () => NOW };
    const log = createLog(writer);
    const measure = createMeasure(writer, 'Mine');

    log({ event: 'a.b', level: 'WARN', text: 'two\nlines' });
    measure({ SendsFailed: 1 });

    expect(texts).toHaveLength(2);
    for (const text of texts) expect(text.indexOf('\n')).toBe(text.length - 1);
    expect(JSON.parse(texts[0]!)).toEqual({
      timestamp: '2026-11-20T10:00:00.000Z',
      event: 'a.b',
      level: 'WARN',
      text: 'two\nlines',
    });
    expect(JSON.parse(texts[1]!)).toMatchObject({ event: 'metrics', SendsFailed: 1, _aws: { Timestamp: NOW } });
  });

  it.each([
    ['https://hooks.example.com/services/T0/B0/secret', 'https://hooks.example.com/…'],
    ['https://bucket.s3.amazonaws.com?X-Amz-Signature=secret', 'https://bucket.s3.amazonaws.com/…'],
    ['amqp://user:secret@broker.example:5671/vhost', 'amqp://broker.example:5671/…'],
    ['https://user:secret@example.com', 'https://example.com/…'],
    ['https://example.com', 'https://example.com'],
  ])('keeps of the address %s in an error nothing but its host', (address, kept) => {
    const [asError, asText] = written(
      { event: 'a', error: new TypeError(`cannot reach ${address} today`) },
      { event: 'a', error: `cannot reach ${address} today` },
    );

    expect(asError!['error']).toBe(`TypeError: cannot reach ${kept} today`);
    expect(asText!['error']).toBe(`cannot reach ${kept} today`);
  });

  it('never quotes what could not be parsed', () => {
    const unparsable = () => JSON.parse('{"password": hunter2}');

    let caught: unknown;
    try {
      unparsable();
    } catch (error) {
      caught = error;
    }

    expect(written({ event: 'a', error: caught })[0]!['error']).toBe('SyntaxError');
  });
});
