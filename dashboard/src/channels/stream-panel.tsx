import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { SecretValue } from '../secrets/secret-value.tsx';
import { StreamPreview } from './stream-preview.tsx';

interface StreamPanelProps {
  readonly streamUrl: string;
  readonly enabled: boolean;
}

/** The address of a Live Stream, and what it carries. */
export function StreamPanel({ streamUrl, enabled }: StreamPanelProps) {
  const [isOpen, setOpen] = useState(false);
  const shown = streamUrl.lastIndexOf('/') + 1;
  return (
    <Container
      header={
        <Header
          description="Programs and browsers read it with EventSource. The address is the only secret."
          actions={
            <Button disabled={!enabled} onClick={() => setOpen(!isOpen)}>
              {isOpen ? 'Close preview' : 'Open live preview'}
            </Button>
          }
        >
          Live Stream
        </Header>
      }
    >
      <SpaceBetween size="m">
        <KeyValuePairs
          items={[{ label: 'Stream URL', value: <SecretValue value={streamUrl} label="stream URL" shown={shown} /> }]}
        />
        {isOpen && enabled && <StreamPreview key={streamUrl} streamUrl={streamUrl} />}
      </SpaceBetween>
    </Container>
  );
}
