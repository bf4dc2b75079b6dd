import { describe, expect, it } from 'vitest';
import { didYouMean } from '../../../core/words/did-you-mean.ts';
import { presetNames } from '../../../core/notification/presets/preset-names.ts';

describe('the name that somebody meant', () => {
  it.each([
    ['gitub', 'github'],
    ['githbu', 'github'],
    ['Github', 'github'],
    ['home_assistant', 'home-assistant'],
    ['uptimekuma', 'uptime-kuma'],
    ['pager', 'pagerduty'],
    ['gitlabb', 'gitlab'],
    ['grafana-cloud', 'grafana'],
    ['strpe', 'stripe'],
  ])('is guessed from %s', (written, meant) => {
    expect(didYouMean(written, presetNames)).toBe(` Did you mean "${meant}"?`);
  });

  it.each([['jenkins'], ['x'], [''], [7], [null], ['g'.repeat(1_000_000)]])('is not guessed from %s', (written) => {
    expect(didYouMean(written, presetNames)).toBe('');
  });

  it('passes over what is no name', () => {
    expect(didYouMean('1', [1, 'one'])).toBe('');
  });
});
