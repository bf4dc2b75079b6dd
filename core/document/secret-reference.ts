/** Where a secret lies that a stack refers to: the inside of what CloudFormation calls a dynamic reference. */
export type SecretReference =
  | {
      readonly kind: 'secretsmanager';
      /** Name or ARN. */
      readonly id: string;
      /** The field of a secret that is a JSON object; absent: the whole secret. */
      readonly field?: string;
      readonly stage?: string;
      readonly version?: string;
    }
  | {
      readonly kind: 'ssm';
      /** With `:<version>` if it names one. */
      readonly name: string;
    };

/**
 * Reads `secretsmanager:<id>:SecretString:<field>:<stage>:<version>` or `ssm-secure:<name>[:<version>]`.
 *
 * @returns `undefined` for any other text
 * @see https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/dynamic-references.html
 */
export function readReference(text: string): SecretReference | undefined {
  const parameter = /^ssm-secure:([^:]+)(?::(\d*))?$/.exec(text);
  if (parameter !== null) {
    const [, name = '', version = ''] = parameter;
    return { kind: 'ssm', name: version === '' ? name : `${name}:${version}` };
  }
  const secret = /^secretsmanager:(.+):SecretString(?::([^:]*))?(?::([^:]*))?(?::([^:]*))?$/.exec(text);
  if (secret === null) return undefined;
  const [, id = '', field = '', stage = '', version = ''] = secret;
  return {
    kind: 'secretsmanager',
    id,
    ...(field === '' ? {} : { field }),
    ...(stage === '' ? {} : { stage }),
    ...(version === '' ? {} : { version }),
  };
}
