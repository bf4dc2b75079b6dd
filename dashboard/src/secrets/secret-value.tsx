import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';

interface SecretValueProps {
  readonly value: string;
  /** What it is, for the labels. */
  readonly label: string;
  /** How much of its start is no secret. */
  readonly shown: number;
}

/** A secret that is hidden until one asks for it, because screens are shared; copying needs no look at it. */
export function SecretValue({ value, label, shown }: SecretValueProps) {
  const [open, setOpen] = useState(false);
  return (
    <SpaceBetween direction="horizontal" size="xxs" alignItems="center">
      <Box variant="code">
        <span className="breakable">{open ? value : `${value.slice(0, shown)}${'•'.repeat(8)}`}</span>
      </Box>
      <Button variant="inline-link" ariaLabel={`${open ? 'Hide' : 'Show'} ${label}`} onClick={() => setOpen(!open)}>
        {open ? 'Hide' : 'Show'}
      </Button>
      <CopyToClipboard
        variant="icon"
        textToCopy={value}
        copyButtonAriaLabel={`Copy ${label}`}
        copySuccessText="Copied"
        copyErrorText="Could not copy: select the text instead"
      />
    </SpaceBetween>
  );
}
