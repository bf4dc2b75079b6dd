import { describe, expect, it } from 'vitest';
import { synthesize, withoutHashes } from './synthesize.ts';

describe('templates', () => {
  const router = synthesize();

  it('keeps the data stack as it was reviewed', () => {
    expect(withoutHashes(router.data)).toMatchSnapshot();
  });

  it('keeps the Live Stream stack as it was reviewed', () => {
    expect(withoutHashes(router.liveStream!)).toMatchSnapshot();
  });

  it('keeps the router stack as it was reviewed', () => {
    expect(withoutHashes(router.router)).toMatchSnapshot();
  });

  it('keeps the observability stack as it was reviewed', () => {
    expect(withoutHashes(router.observability)).toMatchSnapshot();
  });

  it('is the same when it is synthesized again', () => {
    const again = synthesize();

    expect(again.router.toJSON()).toEqual(router.router.toJSON());
    expect(again.liveStream?.toJSON()).toEqual(router.liveStream?.toJSON());
  });
});
