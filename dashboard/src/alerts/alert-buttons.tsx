import Button from '@cloudscape-design/components/button';
import { bodyOf } from '../api/client.ts';
import type { AlertSummary } from '../api/types.ts';
import { useAction } from '../feedback/action.ts';
import { useApi, useMay } from '../session/organization.tsx';
import { Actions } from '../shell/actions.tsx';
import { nameOf } from './alert-words.ts';

const HOUR_S = 3600;
const path = '/api/v1/organizations/{organizationId}/alerts/{alertId}';

function useAlertActions(alertId: string) {
  const { client, organizationId } = useApi();
  const params = { path: { organizationId, alertId } };
  return {
    acknowledge: useAction({
      told: 'You have this alert for an hour. If it is not resolved by then, it fires again.',
      run: () => bodyOf(client.POST(`${path}/acknowledge`, { params, body: { seconds: HOUR_S } })),
    }),
    resolve: useAction({
      told: 'Alert resolved. Every channel that shows it is told.',
      run: () => bodyOf(client.POST(`${path}/resolve`, { params })),
    }),
  };
}

interface AlertButtonsProps {
  readonly alert: AlertSummary;
  /** As links, among other rows. */
  readonly isInRow?: boolean;
}

/** Takes an open alert for an hour, or ends it. */
export function AlertButtons({ alert, isInRow = false }: AlertButtonsProps) {
  const may = useMay('admin');
  const { acknowledge, resolve } = useAlertActions(alert.id);
  if (!may || alert.status === 'resolved') return null;
  const variant = isInRow ? 'inline-link' : 'normal';
  const about = isInRow ? `: ${nameOf(alert)}` : '';
  return (
    <Actions>
      {alert.status === 'firing' && (
        <Button
          variant={variant}
          loading={acknowledge.isPending}
          ariaLabel={`Acknowledge for an hour${about}`}
          onClick={() => acknowledge.mutate()}
        >
          {isInRow ? 'Acknowledge' : 'Acknowledge for an hour'}
        </Button>
      )}
      <Button
        variant={isInRow ? 'inline-link' : 'primary'}
        loading={resolve.isPending}
        ariaLabel={`Resolve${about}`}
        onClick={() => resolve.mutate()}
      >
        Resolve
      </Button>
    </Actions>
  );
}
