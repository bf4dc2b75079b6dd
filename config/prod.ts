import type { StageConfig } from '../lib/config/stages.ts';

/** The router that others rely on: two stream tasks, so that readers stay connected while one is replaced. */
export const stage: StageConfig = {
  // env: { account: '111122223333', region: 'eu-central-1' },
  settings: {
    STREAM_TASKS: 2,
    // DOMAIN_NAME: 'notify.example.com',
    // CERTIFICATE_ARN: 'arn:aws:acm:us-east-1:111122223333:certificate/…',
  },
};
