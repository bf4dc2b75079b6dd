import { UnsupportedTemplate } from '../assembly/unsupported.ts';

/** The AWS-managed policies that our templates use. */
const managed: Readonly<Record<string, object>> = {
  'arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole': {
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Action: ['logs:CreateLogGroup', 'logs:CreateLogStream', 'logs:PutLogEvents'],
        Resource: '*',
      },
    ],
  },
};

/** The document of a managed policy. @throws UnsupportedTemplate for one that is not known here */
export function managedPolicy(arn: string, where: string): object {
  const document = managed[arn];
  if (document === undefined) throw new UnsupportedTemplate(where, `the managed policy ${arn} is not known here`);
  return document;
}
