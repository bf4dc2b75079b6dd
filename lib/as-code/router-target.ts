import type { IRule, IRuleTarget, RuleTargetConfig } from 'aws-cdk-lib/aws-events';
import { ApiDestination, type TargetBaseProps } from 'aws-cdk-lib/aws-events-targets';
import { asInterface } from '../constructs/as-interface.ts';
import type { Webhook } from './webhook.ts';

/**
 * Sends the events of a rule of EventBridge to a webhook, whole: `new Rule(…, { targets: [new RouterTarget(webhook)] })`.
 * The preset `aws-eventbridge` reads them.
 */
export class RouterTarget implements IRuleTarget {
  private readonly webhook: Webhook;
  private readonly props: TargetBaseProps;

  /** @param props how often EventBridge tries, and where it leaves what it gives up */
  constructor(webhook: Webhook, props: TargetBaseProps = {}) {
    this.webhook = webhook;
    this.props = props;
  }

  bind(rule: IRule, id?: string): RuleTargetConfig {
    const target = new ApiDestination(asInterface(this.webhook.destination), this.props);
    return id === undefined ? target.bind(rule) : target.bind(rule, id);
  }
}
