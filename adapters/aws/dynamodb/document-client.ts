import { type CallerOptions, createCaller, regionOfEnvironment, type Service } from '../calls/caller.ts';
import { dynamoDbEndpoint } from '../calls/endpoint.ts';
import { type ServicePlace, placeOf } from '../calls/http-post.ts';
import type { DocumentCommand } from './commands.ts';
import { dynamoDbError } from './dynamodb-errors.ts';

const DYNAMODB: Service = {
  name: 'dynamodb',
  target: 'DynamoDB_20120810',
  firstPauseMs: 25,
  errorOf: dynamoDbError,
};

/** Reads and writes plain objects. */
export interface DocumentClient {
  /** @throws {ServiceError} when DynamoDB refuses */
  send<Output>(command: DocumentCommand<Output>): Promise<Output>;
}

export interface DocumentClientOptions extends CallerOptions {
  /** A URL. @default DynamoDB of the region */
  readonly endpoint?: string;
}

/** A client of DynamoDB. Attributes that are undefined are left out of an item. */
export function createDocumentClient({ endpoint, ...options }: DocumentClientOptions = {}): DocumentClient {
  const call = createCaller(DYNAMODB, options);
  let place: ServicePlace | undefined;
  return {
    async send(command) {
      place ??= placeOf(endpoint ?? dynamoDbEndpoint(options.region ?? regionOfEnvironment()));
      return command.read(await call(command.operation, command.request(), place));
    },
  };
}
