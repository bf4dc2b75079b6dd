/** The sections of `docs/runbook.md`, the most harmful first. Every alarm names one; a test compares both. */
export const RUNBOOK_SECTIONS = [
  'Sends are refused',
  'Jobs wait too long',
  'First attempts are late',
  'Redrive the dead letters',
  'Sends are slow',
  'Deliveries crash',
  'The sweeper is late',
  'Streams are down',
  'Live events are late',
  'Answers fail',
  'Mail bounces or is complained about',
  'Bounces are not written down',
  'The management API fails',
  'Figures are behind',
] as const;

/** A section of the runbook. */
export type RunbookSection = (typeof RUNBOOK_SECTIONS)[number];

/** Where a section is found, from the root of the repository. */
export const runbookLink = (section: RunbookSection): string =>
  `docs/runbook.md#${section.toLowerCase().replaceAll(' ', '-')}`;
