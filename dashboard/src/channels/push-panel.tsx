import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import { SecretValue } from '../secrets/secret-value.tsx';

interface PushPanelProps {
  readonly pushUrl: string;
  /** How many browsers have subscribed. */
  readonly subscriptions: number;
}

/** Where browsers subscribe to a web push channel. */
export function PushPanel({ pushUrl, subscriptions }: PushPanelProps) {
  const shown = pushUrl.lastIndexOf('/') + 1;
  return (
    <Container
      header={
        <Header
          description="Open the page in every browser that should get notifications, and press its button. Whoever knows the address can subscribe."
          actions={
            <Button href={pushUrl} target="_blank" iconName="external" iconAlign="right">
              Subscribe this browser
            </Button>
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
    </Container>
  );
}
