import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { OperatorDashboard } from '../constructs/monitoring/operator-dashboard.ts';

/** What is looked at. */
export interface ObservabilityStackProps extends StackProps {
  readonly watched: readonly Construct[];
}

/**
 * What operators look at. Alarms stand beside what they watch, in its stack: they must not come later than it, nor go
 * before it.
 */
export class ObservabilityStack extends Stack {
  constructor(scope: Construct, id: string, { watched, ...props }: ObservabilityStackProps) {
    super(scope, id, { ...props, description: 'Notification router: dashboard for operators' });
    new OperatorDashboard(this, 'Operators', { watched });
  }
}
