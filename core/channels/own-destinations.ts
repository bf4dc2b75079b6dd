/**
 * Whether the address of a queue, or the ARN of a topic or bus, is the router's own, which channels must not reach.
 *
 * @param names addresses and ARNs that belong to the router itself
 */
export function ownDestinations(names: readonly string[]): (name: string) => boolean {
  const own = new Set(names.map(accountAndName));
  return (name) => own.has(accountAndName(name));
}

/** A queue has several addresses, which all end with account and name, as ARNs do. */
function accountAndName(name: string): string {
  return name.split(/[/:]/).slice(-2).join('/');
}
