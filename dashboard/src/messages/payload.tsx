import Container from '@cloudscape-design/components/container';
import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard';
import Header from '@cloudscape-design/components/header';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import { useMemo, useState } from 'react';
import { Actions } from '../shell/actions.tsx';
import { Empty } from '../feedback/empty.tsx';
import { printPayload } from './payload-text.ts';
import { PayloadTree } from './payload-tree.tsx';

/** More text than anybody reads in a page; all of it can be copied. */
const MAX_CHARACTERS = 100_000;

/** The body as it was sent: as a tree whose paths filters use, and as text. */
export function Payload({ payload }: { readonly payload: Readonly<Record<string, unknown>> }) {
  const [view, setView] = useState('tree');
  const { text, isWhole, all } = useMemo(() => {
    const printed = printPayload(payload, '  ', MAX_CHARACTERS);
    return { ...printed, all: printed.isWhole ? printed.text : printPayload(payload, '', Infinity).text };
  }, [payload]);
  const isEmpty = Object.keys(payload).length === 0;
  return (
    <Container
      header={
        <Header
          description="The body as it was sent. Filters and templates address it by these paths."
          actions={
            !isEmpty && (
              <Actions>
                <SegmentedControl
                  label="View of the payload"
                  selectedId={view}
                  onChange={({ detail }) => setView(detail.selectedId)}
                  options={[
                    { id: 'tree', text: 'Tree' },
                    { id: 'json', text: 'JSON' },
                  ]}
                />
                <CopyToClipboard
                  textToCopy={all}
                  copyButtonText="Copy"
                  copyButtonAriaLabel="Copy the payload as JSON"
                  copySuccessText="Copied"
                  copyErrorText="Could not copy: select the text instead"
                />
              </Actions>
            )
          }
        >
          Payload
        </Header>
      }
    >
      {isEmpty && <Empty title="The payload is empty">It is for plain text: the message is all there is.</Empty>}
      {!isEmpty && view === 'tree' && <PayloadTree payload={payload} />}
      {!isEmpty && view === 'json' && (
        <>
          <pre className="code-block" tabIndex={0} aria-label="Payload as JSON">
            {text}
          </pre>
          {!isWhole && <p className="quiet">This is its beginning. Copy takes all of it.</p>}
        </>
      )}
    </Container>
  );
}
