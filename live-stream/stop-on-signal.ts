import type { LiveStreamService } from './service.ts';

/** Stops the service at the first SIGTERM or SIGINT and exits with 0; a second one exits at once. */
export function stopOnSignal(service: Pick<LiveStreamService, 'stop'>): void {
  let stopping = false;
  const onSignal = (): void => {
    if (stopping) process.exit(0);
    stopping = true;
    void service.stop().then(() => process.exit(0));
  };
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
}
