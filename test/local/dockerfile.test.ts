import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '../..');

it.each(['Dockerfile', 'live-stream/Dockerfile'])('%s has nothing that a linter objects to', (file) => {
  const problems = validate(readFileSync(join(ROOT, file), 'utf8'));

  expect(problems.map(({ message, range }) => [range.start.line + 1, message])).toEqual([]);
});

it('Dockerfile installs the versions of the CDK that the tests use', () => {
  const { devDependencies: versions } = manifest;
  const text = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');

  expect(text).toContain(` aws-cdk-lib@${versions['aws-cdk-lib']} constructs@${versions.constructs} `);
});
