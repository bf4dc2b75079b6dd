import { describe, expect, it } from 'vitest';
import { resourcesOfType, synthesize, templatesOf, type Resource } from './synthesize.ts';

interface Statement {
  readonly Effect: string;
  readonly Condition?: { readonly Bool?: Readonly<Record<string, string>> };
}

const router = synthesize();
const all = (type: string) => templatesOf(router).flatMap((template) => resourcesOfType(template, type));

/** Whether a policy of this type refuses plain HTTP to the resource with this logical id. */
function refusesPlainHttp(policies: readonly [string, Resource][], id: string): boolean {
  return policies.some(([, { Properties }]) => {
    const { PolicyDocument, ...targets } = Properties;
    const { Statement: statements } = Object(PolicyDocument);
    const denies = statements.some(
      (it: Statement) => it.Effect === 'Deny' && it.Condition?.Bool?.['aws:SecureTransport'] === 'false',
    );
    return denies && JSON.stringify(targets).includes(`"${id}"`);
  });
}

describe('what is stored and sent', () => {
  it.each([
    ['AWS::SQS::Queue', 'AWS::SQS::QueuePolicy', 5],
    ['AWS::S3::Bucket', 'AWS::S3::BucketPolicy', 2],
    ['AWS::SNS::Topic', 'AWS::SNS::TopicPolicy', 1],
  ])('is refused over plain HTTP by every %s', (type, policyType, count) => {
    const ids = all(type).map(([id]) => id);

    expect(ids).toHaveLength(count);
    expect(ids.filter((id) => !refusesPlainHttp(all(policyType), id))).toEqual([]);
  });

  it('is encrypted, under keys of AWS', () => {
    const algorithms = all('AWS::S3::Bucket').map(([, { Properties }]) =>
      JSON.stringify(Properties['BucketEncryption']),
    );
    const [queues, tables] = [all('AWS::SQS::Queue'), all('AWS::DynamoDB::GlobalTable')];

    expect([queues, algorithms, tables].map(({ length }) => length)).toEqual([5, 2, 7]);
    for (const [, { Properties }] of queues) {
      expect(Properties).toMatchObject({ SqsManagedSseEnabled: true });
      expect(Properties).not.toHaveProperty('KmsMasterKeyId');
    }
    for (const algorithm of algorithms) expect(algorithm).toContain('"SSEAlgorithm":"AES256"');
    // Without a specification a table is encrypted under a key that AWS owns.
    for (const [, { Properties }] of tables) {
      expect(Properties).not.toHaveProperty('SSESpecification');
    }
  });

  it('has one customer key, which only functions that handle secrets of channels know', () => {
    const [[keyId] = [''], ...others] = all('AWS::KMS::Key');
    const knowing = all('AWS::Lambda::Function').filter(([, it]) => JSON.stringify(it.Properties).includes(keyId));

    expect(others).toEqual([]);
    expect(knowing.map(([id]) => id.replace(/Function[0-9A-F]{8}$/, '')).toSorted()).toEqual([
      'DeliverAws',
      'DeliverHttp',
      'Management',
    ]);
  });
});
