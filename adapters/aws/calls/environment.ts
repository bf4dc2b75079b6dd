/**
 * A variable of the environment in which AWS runs the code: region, credentials, trace. The SDK reads the same ones.
 *
 * @returns undefined when it is not set, or empty
 */
export function environmentOf(name: string): string | undefined {
  const value = process.env[name];
  return value === '' ? undefined : value;
}
