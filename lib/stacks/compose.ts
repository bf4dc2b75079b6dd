import type { Construct } from 'constructs';
import type { Settings } from '../config/settings.ts';
import { DataStack } from './data-stack.ts';
import { LiveStreamStack } from './live-stream-stack.ts';
import { RouterStack } from './router-stack.ts';

/** The stacks of one router. `liveStream` is there only when the setting `LIVE_STREAM` is on. */
export interface RouterStacks {
  readonly data: DataStack;
  readonly liveStream?: LiveStreamStack;
  readonly router: RouterStack;
}

/** Adds the stacks of one router to an app. */
export function composeStacks(scope: Construct, settings: Settings): RouterStacks {
  const data = new DataStack(scope, 'NotificationRouterData', {
    hasOwnPeople: settings.OIDC_ISSUER === undefined,
    hasKinesis: settings.LIVE_STREAM === 'on' && settings.LIVE_STREAM_SOURCE === 'kinesis',
  });
  const people = data.people === undefined ? {} : { people: data.people };
  if (settings.LIVE_STREAM === 'off') {
    return { data, router: new RouterStack(scope, 'NotificationRouter', { storage: data, settings, ...people }) };
  }
  const liveStream = new LiveStreamStack(scope, 'NotificationRouterLiveStream', { storage: data, settings });
  const router = new RouterStack(scope, 'NotificationRouter', {
    storage: data,
    settings,
    ...people,
    liveStream: liveStream.loadBalancer,
  });
  return { data, liveStream, router };
}
