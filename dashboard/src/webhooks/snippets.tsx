import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Tabs from '@cloudscape-design/components/tabs';
import type { Webhook } from '../api/types.ts';
import { snippetsFor } from './snippet-texts.ts';

/** Ready texts that send to a webhook. */
export function Snippets({ webhook }: { readonly webhook: Webhook }) {
  const snippets = snippetsFor({ url: webhook.endpointUrl, needsKey: webhook.requireApiKey });
  return (
    <Container
      header={
        <Header description="Each text contains the address, which is a secret. Share it with senders only.">
          Send to this webhook
        </Header>
      }
    >
      <Tabs
        ariaLabel="Ways to send"
        tabs={snippets.map(({ id, label, hint, text }) => ({
          id,
          label,
          content: (
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
                copyErrorText="Copying failed: select the text instead"
              />
            </SpaceBetween>
          ),
        }))}
      />
    </Container>
  );
}
