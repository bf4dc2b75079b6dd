import Box from '@cloudscape-design/components/box';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import type { Webhook } from '../api/types.ts';
import { SecretValue } from '../secrets/secret-value.tsx';
import { dropInAddresses } from './drop-in-addresses.ts';

/** The addresses of a webhook for clients of other products, which need another URL and nothing else. */
export function DropIns({ webhook }: { readonly webhook: Webhook }) {
  return (
    <ExpandableSection headerText="Addresses for clients of other products">
      <Box color="text-body-secondary" padding={{ bottom: 's' }}>
        These clients send to the webhook unchanged: give them one of these addresses instead of their own server’s.
      </Box>
      <KeyValuePairs
        columns={1}
        items={dropInAddresses.map(({ product, setting, path, key }) => ({
          label: product,
          value: (
            <>
              <SecretValue
                value={`${webhook.endpointUrl}${path}`}
                label={`address for ${product}`}
                shown={webhook.endpointUrl.length - webhook.publicId.length}
              />
              <Box color="text-body-secondary" fontSize="body-s">
                {`Goes into ${setting}. ${webhook.requireApiKey ? keyHint(key) : ''}`}
              </Box>
            </>
          ),
        }))}
      />
    </ExpandableSection>
  );
}

function keyHint(key: string | undefined): string {
  return key === undefined
    ? 'Its clients cannot send a key, and this webhook requires one.'
    : `The webhook’s key is ${key}.`;
}
