import Toggle from '@cloudscape-design/components/toggle';
import { useState } from 'react';
import type { Webhook } from '../api/types.ts';
import { Confirm } from '../feedback/confirm.tsx';
import { useMay } from '../session/organization.tsx';
import { useWebhookActions } from './webhook-actions.ts';

/** Whether senders need the key; whoever switches it is told first what becomes of them. */
export function KeySwitch({ webhook }: { readonly webhook: Webhook }) {
  const may = useMay('admin');
  const [isAsking, setAsking] = useState(false);
  const { patch } = useWebhookActions(webhook.id);
  const { requireApiKey, apiKeyPrefix } = webhook;
  const state = requireApiKey ? 'On' : 'Off';
  if (!may) return state;
  return (
    <>
      <Toggle checked={requireApiKey} ariaLabel="Require an API key" onChange={() => setAsking(true)}>
        {requireApiKey && apiKeyPrefix === null ? 'On: every send gets 401 until a key is issued' : state}
      </Toggle>
      {isAsking && (
        <Confirm
          title={requireApiKey ? 'Stop requiring the key?' : 'Require an API key?'}
          action={requireApiKey ? 'Stop requiring it' : 'Require it'}
          onConfirm={() => patch.mutateAsync({ requireApiKey: !requireApiKey })}
          onClose={() => setAsking(false)}
        >
          {consequenceOf(webhook)}
        </Confirm>
      )}
    </>
  );
}

function consequenceOf({ requireApiKey, apiKeyPrefix }: Webhook): string {
  if (requireApiKey) return 'Whoever knows the address can send from now on. Senders that use the key go on working.';
  return apiKeyPrefix === null
    ? 'No key was issued yet: every send gets 401 until you issue one under Actions and give it to the senders.'
    : 'Senders that do not send the key get 401 from now on.';
}
