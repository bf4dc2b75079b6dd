import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Cards from '@cloudscape-design/components/cards';
import Link from '@cloudscape-design/components/link';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { ChannelKind } from '../api/types.ts';
import { Loaded } from '../feedback/loaded.tsx';
import { usePaths } from '../session/organization.tsx';
import { Page } from '../shell/page.tsx';
import { useChannelKinds } from './channel-queries.ts';
import { NewChannelForm } from './new-channel-form.tsx';

/** Makes a channel: first its kind, then its config. */
export function CreateChannelPage() {
  const to = usePaths();
  const navigate = useNavigate();
  const kinds = useChannelKinds();
  const [kind, setKind] = useState<ChannelKind>();
  return (
    <Page
      title={kind === undefined ? 'Create channel' : `Create channel: ${kind.title}`}
      above={[{ text: 'Channels', path: 'channels' }]}
      description={kind === undefined ? 'Choose where to deliver to.' : kind.description}
      actions={kind !== undefined && <Button onClick={() => setKind(undefined)}>Choose another kind</Button>}
    >
      {kind === undefined ? (
        <Loaded query={kinds}>{(items) => <Gallery kinds={items} onChoose={setKind} />}</Loaded>
      ) : (
        <NewChannelForm
          kind={kind}
          onCancel={() => setKind(undefined)}
          onCreated={({ id }) => void navigate(to(`channels/${id}`))}
        />
      )}
    </Page>
  );
}

interface GalleryProps {
  readonly kinds: readonly ChannelKind[];
  readonly onChoose: (kind: ChannelKind) => void;
}

function Gallery({ kinds, onChoose }: GalleryProps) {
  return (
    <Cards
      items={kinds}
      trackBy="name"
      ariaLabels={{ itemSelectionLabel: (_, { title }) => title, selectionGroupLabel: 'Kinds of channels' }}
      cardsPerRow={[{ cards: 1 }, { minWidth: 500, cards: 2 }, { minWidth: 900, cards: 3 }]}
      cardDefinition={{
        header: (kind) => (
          <Link
            href="#"
            fontSize="heading-m"
            onFollow={(event) => {
              event.preventDefault();
              onChoose(kind);
            }}
          >
            {kind.title}
          </Link>
        ),
        sections: [{ id: 'description', content: ({ description }) => <Box variant="span">{description}</Box> }],
      }}
    />
  );
}
