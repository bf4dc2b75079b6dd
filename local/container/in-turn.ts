import type { Container } from './container.ts';

/** Gives the address of the next healthy task each time, as a load balancer does; undefined when there is none. */
export function inTurn(containers: readonly Pick<Container, 'target'>[]): () => string | undefined {
  let turn = 0;
  return () => {
    const targets = containers.flatMap(({ target }) => target ?? []);
    turn += 1;
    return targets[turn % targets.length];
  };
}
