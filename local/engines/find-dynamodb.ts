import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, isAbsolute, join } from 'node:path';

const NAME = 'dynoxide';
/** The version that the tests run on. */
const VERSION = '1.2.1';

/** The embedded engine does not exist for this platform, or does not start. The message says what to do. */
export class DynamoDbUnavailable extends Error {
  override readonly name = 'DynamoDbUnavailable';
}

/** Where to look for the engine. */
export interface Machine {
  /** Such as `linux-x64`. */
  readonly platform: string;
  /** The `PATH`. */
  readonly searchPath: string;
  /** The path of a file of an installed package. @throws when there is no such package */
  readonly resolve: (file: string) => string;
}

/** This machine. */
export const machine = (searchPath: string): Machine => ({
  platform: `${process.platform}-${process.arch}`,
  searchPath,
  resolve: (file) => createRequire(import.meta.url).resolve(file),
});

/**
 * The program of the embedded DynamoDB: that of the platform's package, or the one on the `PATH`.
 *
 * @throws DynamoDbUnavailable
 */
export function findDynamoDb({ platform, searchPath, resolve }: Machine): string {
  const found = [inPackage(`@${NAME}/${platform}/package.json`, resolve), ...onPath(searchPath)].find(
    (file) => file !== undefined && isExecutable(file),
  );
  if (found !== undefined) return found;
  throw new DynamoDbUnavailable(
    `there is no DynamoDB for ${platform} here; run "npm install --no-save @${NAME}/${platform}@${VERSION}", or put ${NAME} on the PATH, or set DYNAMODB_ENDPOINT to the address of DynamoDB Local`,
  );
}

function inPackage(manifest: string, resolve: Machine['resolve']): string | undefined {
  try {
    return join(dirname(resolve(manifest)), NAME);
  } catch {
    return undefined;
  }
}

const onPath = (searchPath: string): string[] =>
  searchPath
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .map((folder) => join(folder, NAME));

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
