import { describe, expect, it } from 'vitest';
import { createSourceOfRuns, type BeginRun } from '../../../live-stream/source/source-of-runs.ts';

const nothing = (): void => undefined;

/** A source and the signals of the runs that it began. */
function sourceOf(begin: BeginRun = async () => undefined, startTimeoutMs = 60_000) {
  const signals: AbortSignal[] = [];
  const source = createSourceOfRuns({ startTimeoutMs, awaited: 'iterators' }, async (sink, signal) => {
    signals.push(signal);
    await begin(sink, signal);
  });
  return { source, runs: () => signals.map(({ aborted }) => (aborted ? 'over' : 'on')) };
}

describe('a source that follows its stream in runs', () => {
  it('goes on after it has started, until it is stopped', async () => {
    const { source, runs } = sourceOf();
    await source.start(nothing);
    expect(runs()).toEqual(['on']);

    source.stop();

    expect(runs()).toEqual(['over']);
  });

  it('ends the run before when it starts again', async () => {
    const { source, runs } = sourceOf();
    await source.start(nothing);

    await source.start(nothing);

    expect(runs()).toEqual(['over', 'on']);
  });

  it('leaves nothing running when a start fails on its way', async () => {
    const { source, runs } = sourceOf(async () => Promise.reject(new Error('one shard cannot be read')));

    await expect(source.start(nothing)).rejects.toThrow('one shard cannot be read');

    expect(runs()).toEqual(['over']);
  });

  it('gives up a start that takes too long, and says what it waited for', async () => {
    const forever: BeginRun = async (_sink, signal) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    const { source, runs } = sourceOf(forever, 5);

    await expect(source.start(nothing)).rejects.toThrow('The stream gave no iterators within 5 ms.');

    expect(runs()).toEqual(['over']);
  });
});
