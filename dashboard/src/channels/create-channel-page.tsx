import Button from '@cloudscape-design/components/button';
import { useNavigate } from 'react-router';
import { Loaded } from '../feedback/loaded.tsx';
import { usePaths } from '../session/organization.tsx';
import { Page } from '../shell/page.tsx';
import { useSearchState } from '../shell/search-state.ts';
import { useChannelKinds } from './channel-queries.ts';
import { helpOf } from './kind-help.ts';
import { KindGallery } from './kind-gallery.tsx';
import { NewChannelForm } from './new-channel-form.tsx';

/** Makes a channel: first its kind, which stands in the address, then its config. */
export function CreateChannelPage() {
  const to = usePaths();
  const navigate = useNavigate();
  const kinds = useChannelKinds();
  const { search } = useSearchState();
  const kind = kinds.data?.find(({ name }) => name === search.get('kind'));
  const back = () => void navigate(to('channels/create'));
  return (
    <Page
      title={kind === undefined ? 'Create channel' : `Create channel: ${kind.title}`}
      above={[{ text: 'Channels', path: 'channels' }]}
      description={kind === undefined ? 'Choose where notifications should go.' : kind.description}
      {...(kind !== undefined && { help: helpOf(kind.name) })}
      actions={kind !== undefined && <Button onClick={back}>Choose another kind</Button>}
    >
      {kind === undefined ? (
        <Loaded query={kinds}>
          {(items) => (
            <KindGallery kinds={items} onChoose={({ name }) => void navigate(to(`channels/create?kind=${name}`))} />
          )}
        </Loaded>
      ) : (
        <NewChannelForm
          key={kind.name}
          kind={kind}
          onCancel={back}
          onCreated={({ id }) => void navigate(to(`channels/${id}`))}
        />
      )}
    </Page>
  );
}
