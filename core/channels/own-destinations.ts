/**
 * Whether the address of a queue, or the ARN of a topic or bus, is one of the router's own, which no channel may reach.
 *
 * @param names addresses and ARNs of what is the router's own
 */
export function ownDestinations(names: readonly string[]): (name: string) => boolean {
  const own = new Set(names.map(accountAndName));
  return (name) => own.has(accountAndName(name));
}

/** A queue has several addresses, which all end with account and name, as ARNs do. */
function accountAndName(name: string): string {
  return name.split(/[/:]/).slice(-2).join('/');
}
