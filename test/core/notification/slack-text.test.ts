import { expect, it } from 'vitest';
import { readableSlackText } from '../../../core/notification/slack-text.ts';

it.each([
  ['<https://x.io/a?b=c|label>', 'label (https://x.io/a?b=c)'],
  ['<https://x.io>', 'https://x.io'],
  ['<https://x.io|https://x.io>', 'https://x.io'],
  ['<https://x.io|>', 'https://x.io'],
  ['<https://x.io| >', 'https://x.io'],
  ['<https://x.io|x.io>', 'x.io'],
  ['<mailto:a@b.io|a@b.io>', 'a@b.io'],
  ['<mailto:a@b.io|Ann>', 'Ann (mailto:a@b.io)'],
  ['<@U1>', '@U1'],
  ['<@U1|ann>', '@ann'],
  ['<#C1|general>', '#general'],
  ['<#C1>', '#C1'],
  ['<#C1|>', '#C1'],
  ['<!channel> <!here>', '@channel @here'],
  ['<!subteam^S1|@ops>', '@ops'],
  ['<!subteam^S1>', '@S1'],
  ['<!my-subteam^S1>', '@my-subteam^S1'],
  ['<!date^1392734382^{date}|Feb 18>', 'Feb 18'],
  ['<!date^1392734382^{date}>', 'date^1392734382^{date}'],
  ['a &lt;b&gt; &amp;amp; &amp;lt; &quot;', 'a <b> &amp; &lt; &quot;'],
  ['*bold* _it_ ~s~ `code` snake_case', '*bold* _it_ ~s~ `code` snake_case'],
  ['a < b > c <tag> <@ > <https://|x>', 'a < b > c <tag> <@ > <https://|x>'],
])('turns %j into %j', (markup, text) => {
  expect(readableSlackText(markup)).toBe(text);
});
