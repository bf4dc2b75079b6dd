import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { OperatorDashboard } from '../constructs/monitoring/operator-dashboard.ts';

/** What operators look at. */
export interface ObservabilityStackProps extends StackProps {
  readonly watched: readonly Construct[];
}

/**
 * The operators' dashboard. Alarms are in the stack of what they watch: they must neither come later than it nor go
 * earlier.
 */
export class ObservabilityStack extends Stack {
  constructor(scope: Construct, id: string, { watched, ...props }: ObservabilityStackProps) {
    super(scope, id, { ...props, description: 'Notification router: dashboard for operators' });
    new OperatorDashboard(this, 'Operators', { watched });
  }
}
