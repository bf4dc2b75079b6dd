import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { ACCOUNT, REGION } from '../../assembly/attributes.ts';
import { jsonBody, type NeedsOf } from '../access/requests.ts';
import { jsonError, targetOperation, type AwsAnswer, type AwsService } from '../service.ts';

/** The secrets that somebody gave this machine, by name. */
const Given = z.record(z.string(), z.string());
const GetSecretValue = z.object({ SecretId: z.string() });
const GetParameter = z.object({ Name: z.string() });

/** Reads `secrets.json` of the data folder: what secrets and parameters hold that no template makes. */
function givenIn(dataDir: string): Readonly<Record<string, string>> {
  const path = join(dataDir, 'secrets.json');
  return existsSync(path) ? Given.parse(JSON.parse(readFileSync(path, 'utf8'))) : {};
}

/** @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_awssecretsmanager.html */
export const secretsManagerNeeds: NeedsOf = (call) => {
  if (targetOperation(call.headers) !== 'GetSecretValue') return undefined;
  const { SecretId: id } = GetSecretValue.parse(jsonBody(call));
  const resource = id.startsWith('arn:') ? id : `arn:aws:secretsmanager:${REGION}:${ACCOUNT}:secret:${id}-abcdef`;
  return [{ action: 'secretsmanager:GetSecretValue', resource }];
};

/** @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_awssystemsmanager.html */
export const ssmNeeds: NeedsOf = (call) => {
  if (targetOperation(call.headers) !== 'GetParameter') return undefined;
  const name = parameterName(GetParameter.parse(jsonBody(call)).Name);
  const resource = `arn:aws:ssm:${REGION}:${ACCOUNT}:parameter/${name.replace(/^\//, '')}`;
  return [{ action: 'ssm:GetParameter', resource }];
};

/**
 * Secrets Manager, as far as reading goes: a secret is what `secrets.json` says. One that the templates make without a
 * word on its value has a value that nobody knows, the same on each start.
 */
export function secretsManagerService(dataDir: string, isMade: (name: string) => boolean): AwsService {
  return (call) => {
    const operation = targetOperation(call.headers);
    const { SecretId: id } = GetSecretValue.parse(jsonBody(call));
    const name = id.startsWith('arn:') ? id.split(':').slice(6).join(':') : id;
    const known = givenIn(dataDir)[name] ?? (isMade(name) ? standIn(dataDir, name) : undefined);
    if (known === undefined) return missing(operation, 'ResourceNotFoundException');
    return answer(operation, { Name: name, ARN: id, SecretString: known });
  };
}

/** The Parameter Store, as far as reading goes. */
export function ssmService(dataDir: string): AwsService {
  return (call) => {
    const operation = targetOperation(call.headers);
    const name = parameterName(GetParameter.parse(jsonBody(call)).Name);
    const Value = givenIn(dataDir)[name];
    if (Value === undefined) return missing(operation, 'ParameterNotFound');
    return answer(operation, { Parameter: { Name: name, Type: 'SecureString', Value } });
  };
}

const parameterName = (name: string): string => name.split(':', 1).join();

function standIn(dataDir: string, name: string): string {
  return createHash('sha256').update(`${dataDir}\0${name}`).digest('hex');
}

function missing(operation: string, type: string): AwsAnswer {
  return jsonError({ status: 400, type, message: 'There is no such secret here: secrets.json gives it.', operation });
}

function answer(operation: string, body: object): AwsAnswer {
  return {
    status: 200,
    headers: { 'content-type': 'application/x-amz-json-1.1' },
    body: JSON.stringify(body),
    operation,
  };
}
