import Badge from '@cloudscape-design/components/badge';
import type { BadgeProps } from '@cloudscape-design/components/badge';

const looks: Readonly<Record<number, readonly [NonNullable<BadgeProps['color']>, string]>> = {
  1: ['severity-neutral', '1\u00a0lowest'],
  2: ['severity-low', '2\u00a0low'],
  3: ['severity-medium', '3\u00a0normal'],
  4: ['severity-high', '4\u00a0high'],
  5: ['severity-critical', '5\u00a0urgent'],
};

/** A priority in a word and a colour. */
export function Priority({ value }: { readonly value: number | undefined }) {
  if (value === undefined) return 'None';
  const [color, text] = looks[value] ?? ['grey', String(value)];
  return <Badge color={color}>{text}</Badge>;
}
