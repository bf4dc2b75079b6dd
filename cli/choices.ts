/** States of a delivery, as the API names them. */
export const STATES = ['queued', 'delivering', 'delivered', 'retrying', 'failed', 'skipped'] as const;

/** Statuses of an alert, as the API names them; `open` is what has not ended. */
export const ALERT_STATUSES = ['open', 'firing', 'acknowledged', 'resolved'] as const;

/** Agents whose hooks the router reads, by the names of their presets. */
export const AGENTS = ['claude-code', 'codex'] as const;

/** How long people may take to answer an ask, in seconds: as the router takes it, and unless somebody says more. */
export const ASKED_SECONDS = { least: 30, most: 7 * 24 * 60 * 60, usual: 10 * 60 } as const;

/** The most options that an ask may have. */
export const MOST_OPTIONS = 5;
