import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Checkbox from '@cloudscape-design/components/checkbox';
import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { createContext, type ReactNode, useContext, useState } from 'react';

interface Secret {
  readonly title: string;
  readonly value: string;
  /** Where it is to be used. */
  readonly hint: string;
}

type Show = (secret: Secret) => void;
const ShowContext = createContext<Show | undefined>(undefined);

/** Shows a new secret over whatever page comes next. It is kept in memory alone, and gone when it was saved. */
export function ShownOnceProvider({ children }: { readonly children: ReactNode }) {
  const [secret, setSecret] = useState<Secret>();
  return (
    <ShowContext value={setSecret}>
      {children}
      {secret !== undefined && <ShownOnce secret={secret} onClose={() => setSecret(undefined)} />}
    </ShowContext>
  );
}

/** @throws outside of a ShownOnceProvider */
export function useShowOnce(): Show {
  const show = useContext(ShowContext);
  if (show === undefined) throw new Error('useShowOnce is used outside of ShownOnceProvider');
  return show;
}

function ShownOnce({ secret, onClose }: { readonly secret: Secret; readonly onClose: () => void }) {
  const [saved, setSaved] = useState(false);
  return (
    <Modal
      visible
      header={secret.title}
      closeAriaLabel="Close"
      onDismiss={() => saved && onClose()}
      footer={
        <Box float="right">
          <Button variant="primary" disabled={!saved} onClick={onClose}>
            Done
          </Button>
        </Box>
      }
    >
      <SpaceBetween size="m">
        <Alert type="warning">This is the only time it is shown. Nobody can look it up later, only replace it.</Alert>
        <CopyToClipboard
          variant="inline"
          textToCopy={secret.value}
          copyButtonAriaLabel="Copy the secret"
          copySuccessText="Copied"
          copyErrorText="Could not copy: select the text instead"
        />
        <Box color="text-body-secondary">{secret.hint}</Box>
        <Checkbox checked={saved} onChange={({ detail }) => setSaved(detail.checked)}>
          I have saved it
        </Checkbox>
      </SpaceBetween>
    </Modal>
  );
}
