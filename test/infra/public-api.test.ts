import { join } from 'node:path';
import { expect, it } from 'vitest';
import { declarations } from '../../bin/package/declare.ts';

const PAGE = join(import.meta.dirname, '../../docs/constructs.md');

const page = (types: string): string => `# The constructs

What the package \`notification-router\` declares to a CDK app: made from the sources, and what its versions promise. Nothing
else of the package may be relied on.

\`\`\`ts
${types.trim()}
\`\`\`
`;

// A change of this page is a change of the public API: minor if it adds something, major otherwise.
it(
  'declares what docs/constructs.md shows; if the change is meant, run this test with -u',
  { timeout: 120_000 },
  async () => {
    const { index, client } = declarations();

    await expect(page(index)).toMatchFileSnapshot(PAGE);
    expect(client).toContain('export declare function createRouterClient(');
    const packages = [...(index + client).matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(([, name = '']) => name);
    expect(packages.filter((name) => !/^(aws-cdk-lib|constructs)(\/|$)/.test(name))).toEqual([]);
  },
);
