import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { IApplicationLoadBalancer } from 'aws-cdk-lib/aws-elasticloadbalancingv2';
import type { Construct } from 'constructs';
import type { Settings } from '../config/settings.ts';
import { DeliverHttp } from '../constructs/delivery/deliver-http.ts';
import { DELIVER_HTTP_TIMEOUT } from '../constructs/delivery/limits.ts';
import { Sweeper } from '../constructs/delivery/sweeper.ts';
import { BaseUrl } from '../constructs/edge/base-url.ts';
import { DashboardSite } from '../constructs/edge/dashboard-site.ts';
import { RouterApi } from '../constructs/edge/router-api.ts';
import { Management } from '../constructs/management/management.ts';
import { WorkQueue } from '../constructs/queues/work-queue.ts';
import { Ingest } from '../constructs/sending/ingest.ts';
import type { Storage } from '../constructs/storage/storage.ts';

/** What the router stack takes from the others. */
export interface RouterStackProps {
  readonly storage: Storage;
  readonly settings: Settings;
  /** @default streams are answered with 503 */
  readonly liveStream?: IApplicationLoadBalancer;
}

/** Everything that takes, routes, delivers and manages notifications, behind one base URL. Holds no data of its own. */
export class RouterStack extends Stack {
  constructor(scope: Construct, id: string, props: RouterStackProps) {
    super(scope, id, { description: 'Notification router: sending, delivering, managing' });
    const { storage, settings, liveStream } = props;
    const outbound = new WorkQueue(this, 'Outbound', {
      consumerTimeout: DELIVER_HTTP_TIMEOUT,
      monitoring: { kind: 'alarm', severity: 'critical', harm: 'Notifications are delivered late, or were given up.' },
    });
    const api = new RouterApi(this, 'Api');
    const dashboard = new DashboardSite(this, 'Dashboard');
    const { url } = new BaseUrl(this, 'BaseUrl', { api, dashboard, ...(liveStream !== undefined && { liveStream }) });
    const publicBaseUrl = settings.PUBLIC_BASE_URL ?? url;
    api.routeSending(new Ingest(this, 'Ingest', { storage, outbound, settings }).handler);
    api.routeManagement(new Management(this, 'Management', { storage, outbound, settings, publicBaseUrl }).handler);
    new DeliverHttp(this, 'DeliverHttp', { storage, outbound, settings });
    new Sweeper(this, 'Sweeper', { storage, outbound });
    new CfnOutput(this, 'PublicBaseUrl', { value: publicBaseUrl, description: 'Base URL for senders and readers' });
  }
}
