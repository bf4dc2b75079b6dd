import type { StageConfig } from '../lib/config/stages.ts';

/** A router to try things with, at the lowest idle cost: no container, and retries that give up soon. */
export const stage: StageConfig = {
  settings: {
    LIVE_STREAM: 'off',
    RETRY_SCHEDULE: '5,30,120',
  },
};
