import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Tabs from '@cloudscape-design/components/tabs';
import { useState } from 'react';
import type { Webhook } from '../api/types.ts';
import { SecretValue } from '../secrets/secret-value.tsx';
import { useMay } from '../session/organization.tsx';
import { DropIns } from './drop-ins.tsx';
import { SendTest } from './send-test.tsx';
import { setupOf } from './sender-setups.ts';
import { type Snippet, snippetsFor } from './snippet-texts.ts';

/** How to send to a webhook: from its sender, by a snippet, or right here. */
export function Snippets({ webhook }: { readonly webhook: Webhook }) {
  const may = useMay('admin');
  return (
    <Container
      header={
        <Header
          description="Everything here contains the address, which is a secret. Share it with senders only."
          actions={may && <SendTest webhookId={webhook.id} />}
        >
          Send to this webhook
        </Header>
      }
    >
      <WaysToSend webhook={webhook} />
    </Container>
  );
}

/** The steps for the sender of a webhook, and ready texts to copy, the fitting one first. */
export function WaysToSend({ webhook }: { readonly webhook: Webhook }) {
  const { steps, snippet: fitting } = setupOf(webhook.preset);
  const snippets = snippetsFor({ url: webhook.endpointUrl, needsKey: webhook.requireApiKey });
  const [chosen, setChosen] = useState(fitting ?? 'curl');
  return (
    <SpaceBetween size="m">
      <ol className="numbered">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <SecretValue
        value={webhook.endpointUrl}
        label="endpoint URL"
        shown={webhook.endpointUrl.length - webhook.publicId.length}
      />
      <Tabs
        ariaLabel="Snippets"
        activeTabId={chosen}
        onChange={({ detail }) => setChosen(detail.activeTabId)}
        tabs={snippets
          .toSorted((one, other) => Number(other.id === fitting) - Number(one.id === fitting))
          .map((snippet) => ({ id: snippet.id, label: snippet.label, content: <SnippetText {...snippet} /> }))}
      />
      <DropIns webhook={webhook} />
    </SpaceBetween>
  );
}

function SnippetText({ label, hint, text }: Snippet) {
  return (
    <SpaceBetween size="s">
      <Box color="text-body-secondary">{hint}</Box>
      <pre className="code-block" tabIndex={0} aria-label={`${label} snippet`}>
        {text}
      </pre>
      <CopyToClipboard
        textToCopy={text}
        copyButtonText="Copy"
        copyButtonAriaLabel={`Copy the ${label} snippet`}
        copySuccessText="Copied"
        copyErrorText="Could not copy: select the text instead"
      />
    </SpaceBetween>
  );
}
