import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import ProgressBar from '@cloudscape-design/components/progress-bar';
import { Loaded } from '../feedback/loaded.tsx';
import { useOrganizationDetails } from '../organization/organization-queries.ts';

/** What was used of the month's quota, where there is one. */
export function UsagePanel() {
  return (
    <Container fitHeight header={<Header>Usage this month</Header>}>
      <Loaded query={useOrganizationDetails()}>{({ usage }) => <UsageBar usage={usage} />}</Loaded>
    </Container>
  );
}

interface UsageBarProps {
  readonly usage: { readonly month: string; readonly count: number; readonly limit: number | null };
}

/** The part of a quota that is used up. */
export function UsageBar({ usage: { month, count, limit } }: UsageBarProps) {
  if (limit === null) return 'This deployment has no quota: send as much as you like.';
  return (
    <ProgressBar
      value={Math.min(100, (count / limit) * 100)}
      label={`Messages in ${month}`}
      additionalInfo={`${count.toLocaleString()} of ${limit.toLocaleString()}`}
      description="Above the quota, senders get 429 until the month ends."
      status={count >= limit ? 'error' : 'in-progress'}
      resultText="The quota is used up. Senders get 429 until the month ends, or until an owner changes the plan under Settings."
    />
  );
}
