import Button from '@cloudscape-design/components/button';
import { useMemo, useState } from 'react';
import { childrenOf, isBranch, openAtFirst, type PayloadNode, sizeOf } from './payload-nodes.ts';

/** A screenful: what is larger opens as far as this, and further by hand. */
const ROWS_AT_FIRST = 60;
/** How many values of a list are added at a time. */
const PART = 100;
/** A longer text is cut until it is asked for. */
const MAX_TEXT = 500;

/** A payload as branches that open and close; only what is open is in the page. */
export function PayloadTree({ payload }: { readonly payload: object }) {
  const open = useMemo(() => openAtFirst(payload, ROWS_AT_FIRST), [payload]);
  return (
    <div className="json-tree">
      <Children path="" value={payload} open={open} />
    </div>
  );
}

interface ChildrenProps {
  readonly path: string;
  readonly value: object;
  readonly open: ReadonlySet<object>;
}

function Children({ path, value, open }: ChildrenProps) {
  const [shown, setShown] = useState(PART);
  const left = sizeOf(value) - shown;
  return (
    <ul>
      {childrenOf({ path, value }, 0, shown).map((node) => (
        <li key={node.path}>
          {isBranch(node.value) ? <Branch node={node} value={node.value} open={open} /> : <Leaf node={node} />}
        </li>
      ))}
      {left > 0 && (
        <li>
          <Button variant="inline-link" onClick={() => setShown(shown + PART)}>
            {`Show ${Math.min(PART, left)} more of ${left.toLocaleString()}`}
          </Button>
        </li>
      )}
    </ul>
  );
}

interface BranchProps {
  readonly node: PayloadNode;
  readonly value: object;
  readonly open: ReadonlySet<object>;
}

function Branch({ node: { path, name }, value, open }: BranchProps) {
  const [isOpen, setOpen] = useState(open.has(value));
  const size = sizeOf(value);
  const what = Array.isArray(value) ? `[${size}]` : `{${size}}`;
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary title={path}>
        <code>{name}</code> <span className="quiet">{what}</span>
      </summary>
      {isOpen && <Children path={path} value={value} open={open} />}
    </details>
  );
}

function Leaf({ node: { path, name, value } }: { readonly node: PayloadNode }) {
  const [isWhole, setWhole] = useState(false);
  const text = JSON.stringify(value);
  const isCut = !isWhole && text.length > MAX_TEXT;
  return (
    <span className="breakable" title={path}>
      <code>{name}</code>:{' '}
      <bdi className={`json-${value === null ? 'null' : typeof value}`}>
        {isCut ? `${text.slice(0, MAX_TEXT)}…` : text}
      </bdi>
      {isCut && (
        <>
          {' '}
          <Button variant="inline-link" onClick={() => setWhole(true)}>
            {`Show all ${text.length.toLocaleString()} characters`}
          </Button>
        </>
      )}
    </span>
  );
}
