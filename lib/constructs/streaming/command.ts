/** Memory of the container, in MiB: the least that Fargate offers. */
export const MEMORY_MIB = 512;

/**
 * Half of the memory is for objects; the rest is for the runtime, sockets and bytes that wait for slow readers. The
 * space for young objects is small: the process gives back what 9,000 openings leave behind (measured: 6 KB instead of
 * 14 KB for each idle connection). V8 collects old objects when they have doubled, not each time they grow by a fifth:
 * remembered events come steadily, and walking through all connections was about a third of the cost of an event.
 */
export const NODE_OPTIONS = [
  '--max-old-space-size=256',
  '--max-semi-space-size=8',
  '--heap-growing-percent=100',
] as const;

/** The command of the container. */
export const COMMAND = ['node', ...NODE_OPTIONS, 'index.mjs'] as const;
