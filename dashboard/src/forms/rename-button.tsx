import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Modal from '@cloudscape-design/components/modal';
import { useState } from 'react';
import { Actions } from '../shell/actions.tsx';

interface RenameButtonProps {
  readonly name: string;
  /** What is renamed. */
  readonly what: string;
  readonly onRename: (name: string) => Promise<unknown>;
}

/** Asks for another name. */
export function RenameButton({ name, what, onRename }: RenameButtonProps) {
  const [draft, setDraft] = useState<string>();
  const save = () => {
    if (draft === undefined || draft.trim() === '') return;
    // A failure is told above the page, and the draft stays.
    onRename(draft.trim()).then(
      () => setDraft(undefined),
      () => {},
    );
  };
  return (
    <>
      <Button onClick={() => setDraft(name)}>Rename</Button>
      <Modal
        visible={draft !== undefined}
        header={`Rename the ${what}`}
        closeAriaLabel="Close"
        onDismiss={() => setDraft(undefined)}
        footer={
          <Box float="right">
            <Actions>
              <Button variant="link" onClick={() => setDraft(undefined)}>
                Cancel
              </Button>
              <Button variant="primary" onClick={save}>
                Save
              </Button>
            </Actions>
          </Box>
        }
      >
        <FormField label="Name" constraintText="1 to 200 characters.">
          <Input value={draft ?? ''} onChange={({ detail }) => setDraft(detail.value)} />
        </FormField>
      </Modal>
    </>
  );
}
