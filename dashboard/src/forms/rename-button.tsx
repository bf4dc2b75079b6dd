import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { useState } from 'react';
import { Dialog } from '../shell/dialog.tsx';

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
      {draft !== undefined && (
        <Dialog title={`Rename the ${what}`} action="Save" onAction={save} onClose={() => setDraft(undefined)}>
          <FormField label="Name" constraintText="1 to 200 characters.">
            <Input value={draft} onChange={({ detail }) => setDraft(detail.value)} />
          </FormField>
        </Dialog>
      )}
    </>
  );
}
