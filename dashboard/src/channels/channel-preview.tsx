import './channel-preview.css';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { bodyOf } from '../api/client.ts';
import type { ChannelKind, ChannelPreview as Preview } from '../api/types.ts';
import type { Values } from '../forms/config-values.ts';
import { useSettled } from '../forms/settled.ts';
import { useApi } from '../session/organization.tsx';
import { KindIcon } from './kind-icon.tsx';

interface ChannelPreviewProps {
  readonly kind: ChannelKind;
  readonly config: Values;
}

/** How a notification will look, by the renderer that delivers; it follows what is typed. */
export function ChannelPreview({ kind, config }: ChannelPreviewProps) {
  const preview = usePreview(kind, useSettled(JSON.stringify(config)));
  if (preview.data === undefined) return 'The preview appears once the fields make sense.';
  return <Message kind={kind} preview={preview.data} />;
}

function usePreview(kind: ChannelKind, config: string) {
  const { client, organizationId } = useApi();
  return useQuery({
    queryKey: [organizationId, 'channel-preview', kind.name, config],
    retry: false,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
    queryFn: () =>
      bodyOf(
        client.POST('/api/v1/organizations/{organizationId}/channel-drafts/preview', {
          params: { path: { organizationId } },
          body: { kind: kind.name, config: JSON.parse(config) },
        }),
      ),
  });
}

function Message({ kind, preview }: { readonly kind: ChannelKind; readonly preview: Preview }) {
  const { title, message, facts, bodies } = preview;
  return (
    <>
      <figure className="preview" aria-label={`A notification in ${kind.title}`}>
        <KindIcon kind={kind.name} />
        <div className="preview-text">
          {title !== undefined && <strong>{title}</strong>}
          <span>{message}</span>
          <span className="quiet">{facts}</span>
        </div>
      </figure>
      {bodies.length > 0 && (
        <ExpandableSection headerText="What is sent">
          {bodies.map((body) => (
            <pre key={body} className="code-block" tabIndex={0} aria-label="What is sent">
              {readable(body)}
            </pre>
          ))}
        </ExpandableSection>
      )}
    </>
  );
}

/** JSON with indents, a form by its fields. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    const isForm = /^[\w.%[\]-]+=/.test(body);
    return isForm ? JSON.stringify(Object.fromEntries(new URLSearchParams(body)), null, 2) : body;
  }
}
