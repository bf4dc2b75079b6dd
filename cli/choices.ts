/** States of a delivery, as the API names them. */
export const STATES = ['queued', 'delivering', 'delivered', 'retrying', 'failed', 'skipped'] as const;

/** Agents whose hooks the router reads, by the names of their presets. */
export const AGENTS = ['claude-code', 'codex'] as const;
