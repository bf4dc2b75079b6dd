import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Modal from '@cloudscape-design/components/modal';
import type { ReactNode } from 'react';
import { Actions } from './actions.tsx';

interface DialogProps {
  readonly title: string;
  /** What the button says that does it. */
  readonly action: string;
  /** What the button says that closes it. @default 'Cancel' */
  readonly cancel?: string;
  /** Whether it can be done as things stand. */
  readonly isReady?: boolean;
  readonly isBusy?: boolean;
  readonly onAction: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A window that asks for something, and does it or is closed. */
export function Dialog(props: DialogProps) {
  const { title, action, cancel = 'Cancel', isReady = true, isBusy = false, onAction, onClose, children } = props;
  return (
    <Modal
      visible
      header={title}
      closeAriaLabel="Close"
      onDismiss={onClose}
      footer={
        <Box float="right">
          <Actions>
            <Button variant="link" onClick={onClose}>
              {cancel}
            </Button>
            <Button variant="primary" disabled={!isReady} loading={isBusy} onClick={onAction}>
              {action}
            </Button>
          </Actions>
        </Box>
      }
    >
      {children}
    </Modal>
  );
}
