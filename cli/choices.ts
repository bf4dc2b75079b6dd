/** States of a delivery, as the API names them. */
export const STATES = ['queued', 'delivering', 'delivered', 'retrying', 'failed', 'skipped'] as const;

/** Statuses of an alert, as the API names them; `open` is what has not ended. */
export const ALERT_STATUSES = ['open', 'firing', 'acknowledged', 'resolved'] as const;

/** Agents whose hooks the router reads, by the names of their presets. */
export const AGENTS = ['claude-code', 'codex'] as const;
