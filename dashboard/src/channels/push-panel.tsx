import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import { useState } from 'react';
import { Confirm } from '../feedback/confirm.tsx';
import { SecretValue } from '../secrets/secret-value.tsx';
import { useMay } from '../session/organization.tsx';
import { Actions } from '../shell/actions.tsx';
import { useChannelActions } from './channel-actions.ts';

interface PushPanelProps {
  readonly channelId: string;
  readonly pushUrl: string;
  /** How many browsers have subscribed. */
  readonly subscriptions: number;
}

/** Where browsers subscribe to a web push channel. */
export function PushPanel({ channelId, pushUrl, subscriptions }: PushPanelProps) {
  const may = useMay('admin');
  const [isAsked, setAsked] = useState(false);
  const shown = pushUrl.lastIndexOf('/') + 1;
  return (
    <Container
      header={
        <Header
          description="Open the page in every browser that should get notifications, and press its button. Whoever knows the address can subscribe."
          actions={
            <Actions>
              {may && <Button onClick={() => setAsked(true)}>Regenerate page</Button>}
              <Button href={pushUrl} target="_blank" iconName="external" iconAlign="right">
                Subscribe this browser
              </Button>
            </Actions>
          }
        >
          Subscriptions
        </Header>
      }
    >
      <KeyValuePairs
        columns={2}
        items={[
          { label: 'Page to subscribe on', value: <SecretValue value={pushUrl} label="page address" shown={shown} /> },
          { label: 'Browsers', value: subscriptions },
        ]}
      />
      {isAsked && <RegenerateQuestion channelId={channelId} onClose={() => setAsked(false)} />}
    </Container>
  );
}

function RegenerateQuestion({ channelId, onClose }: { readonly channelId: string; readonly onClose: () => void }) {
  const { regeneratePushUrl } = useChannelActions(channelId);
  return (
    <Confirm
      title="Regenerate the subscription page?"
      action="Regenerate"
      onConfirm={() => regeneratePushUrl.mutateAsync()}
      onClose={onClose}
    >
      The page moves to a new address, and every browser that has subscribed is forgotten. They get nothing until they
      subscribe again on the new page.
    </Confirm>
  );
}
