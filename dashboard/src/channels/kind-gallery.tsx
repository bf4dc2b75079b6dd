import './kind-gallery.css';
import Box from '@cloudscape-design/components/box';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import type { ChannelKind } from '../api/types.ts';
import { Empty } from '../feedback/empty.tsx';
import { KindIcon } from './kind-icon.tsx';
import { groupKinds } from './kind-guides.ts';

interface KindGalleryProps {
  readonly kinds: readonly ChannelKind[];
  readonly onChoose: (kind: ChannelKind) => void;
  /** Names alone, where the gallery is but a part of a page. */
  readonly isBrief?: boolean;
}

/** Every kind of channel as a tile, by what it is for. */
export function KindGallery({ kinds, onChoose, isBrief = false }: KindGalleryProps) {
  const [text, setText] = useState('');
  const groups = groupKinds(kinds, text);
  return (
    <SpaceBetween size="l">
      <Input
        type="search"
        value={text}
        placeholder="Find a channel"
        ariaLabel="Find a channel"
        onChange={({ detail }) => setText(detail.value)}
      />
      {groups.length === 0 && (
        <Empty title="No channel by that name">Anything that takes a POST can be reached by an outgoing webhook.</Empty>
      )}
      {groups.map((group) => (
        <section key={group.title} aria-label={group.title}>
          <Box variant="h3" padding={{ bottom: 'xs' }}>
            {group.title}
          </Box>
          <div className={isBrief ? 'kind-tiles brief' : 'kind-tiles'}>
            {group.kinds.map((kind) => (
              <button key={kind.name} type="button" className="kind-tile" onClick={() => onChoose(kind)}>
                <strong>
                  <KindIcon kind={kind.name} />
                  {kind.title}
                </strong>
                {!isBrief && <span>{kind.description}</span>}
              </button>
            ))}
          </div>
        </section>
      ))}
    </SpaceBetween>
  );
}
