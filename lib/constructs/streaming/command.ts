/** Memory of the container, in MiB: the least that Fargate offers. */
export const MEMORY_MIB = 512;

/**
 * Half of the memory for objects; the rest is the runtime, sockets and bytes that wait for slow readers. A small space
 * for young objects: what 9,000 openings leave behind is given back instead of kept (measured: 6 KB instead of 14 KB
 * for each idle connection). Old objects are collected when they have doubled, not for each fifth more: remembered
 * events come steadily, and walking through all connections for them was about a third of the cost of an event.
 */
export const NODE_OPTIONS = [
  '--max-old-space-size=256',
  '--max-semi-space-size=8',
  '--heap-growing-percent=100',
] as const;

/** The command of the container. */
export const COMMAND = ['node', ...NODE_OPTIONS, 'index.mjs'] as const;
