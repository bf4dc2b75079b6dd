import Alert from '@cloudscape-design/components/alert';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { type ReactNode, useState } from 'react';
import { Dialog } from '../shell/dialog.tsx';
import { Failure } from './failure.tsx';

interface ConfirmProps {
  readonly title: string;
  /** What breaks. */
  readonly children: ReactNode;
  readonly action: string;
  /** To be typed first, where there is no way back. */
  readonly phrase?: string;
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks before something breaks, and says what does. */
export function Confirm({ title, children, action, phrase, onConfirm, onClose }: ConfirmProps) {
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const confirm = async () => {
    setBusy(true);
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const ready = phrase === undefined || typed === phrase;
  return (
    <Dialog
      title={title}
      action={action}
      isReady={ready}
      isBusy={busy}
      onAction={() => void confirm()}
      onClose={onClose}
    >
      <SpaceBetween size="m">
        <Alert type="warning">{children}</Alert>
        {phrase !== undefined && (
          <FormField label={`To confirm, type: ${phrase}`}>
            <Input value={typed} onChange={({ detail }) => setTyped(detail.value)} ariaLabel="Confirmation" />
          </FormField>
        )}
        {failure !== undefined && <Failure error={failure} />}
      </SpaceBetween>
    </Dialog>
  );
}
