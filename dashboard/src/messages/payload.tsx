import Container from '@cloudscape-design/components/container';
import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard';
import Header from '@cloudscape-design/components/header';
import Tabs from '@cloudscape-design/components/tabs';
import TreeView from '@cloudscape-design/components/tree-view';
import { useState } from 'react';
import { Empty } from '../feedback/empty.tsx';

interface Node {
  /** As a filter addresses it. */
  readonly path: string;
  readonly name: string;
  readonly value: unknown;
}

/** The body as it was sent: as a tree whose paths filters use, and as text. */
export function Payload({ payload }: { readonly payload: Readonly<Record<string, unknown>> }) {
  const text = JSON.stringify(payload, null, 2);
  return (
    <Container
      header={
        <Header
          description="The body as it was sent. Filters and templates address it by these paths."
          actions={
            <CopyToClipboard
              textToCopy={text}
              copyButtonText="Copy"
              copyButtonAriaLabel="Copy the payload as JSON"
              copySuccessText="Copied"
              copyErrorText="Copying failed: select the text instead"
            />
          }
        >
          Payload
        </Header>
      }
    >
      {Object.keys(payload).length === 0 ? (
        <Empty title="The payload is empty">It is for plain text: the message is all there is.</Empty>
      ) : (
        <Tabs
          ariaLabel="Views of the payload"
          tabs={[
            { id: 'tree', label: 'Tree', content: <Tree payload={payload} /> },
            {
              id: 'json',
              label: 'JSON',
              content: (
                <pre className="code-block" tabIndex={0} aria-label="Payload as JSON">
                  {text}
                </pre>
              ),
            },
          ]}
        />
      )}
    </Container>
  );
}

const isBranch = (value: unknown): value is object => typeof value === 'object' && value !== null;

function childrenOf({ path, value }: Node): Node[] {
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) => ({ path: `${path}[${index}]`, name: `[${index}]`, value: item }));
  }
  if (!isBranch(value)) return [];
  return Object.entries(value).map(([name, item]) => ({ path: pathOf(path, name), name, value: item }));
}

function pathOf(parent: string, name: string): string {
  if (!/^[A-Za-z_][\w-]*$/.test(name)) return `${parent}[${JSON.stringify(name)}]`;
  return parent === '' ? name : `${parent}.${name}`;
}

function Tree({ payload }: { readonly payload: Readonly<Record<string, unknown>> }) {
  const top = childrenOf({ path: '', name: '', value: payload });
  const [open, setOpen] = useState<readonly string[]>(() => top.map(({ path }) => path));
  return (
    <TreeView
      items={top}
      ariaLabel="Payload"
      getItemId={({ path }) => path}
      getItemChildren={childrenOf}
      expandedItems={open}
      onItemToggle={({ detail }) =>
        setOpen(detail.expanded ? [...open, detail.id] : open.filter((path) => path !== detail.id))
      }
      renderItem={({ path, name, value }) => ({
        content: (
          <span className="breakable" title={path}>
            <code>{name}</code>
            {isBranch(value) ? '' : ': '}
            {!isBranch(value) && <bdi>{JSON.stringify(value)}</bdi>}
          </span>
        ),
      })}
    />
  );
}
