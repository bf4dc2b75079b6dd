import FormField from '@cloudscape-design/components/form-field';
import Grid from '@cloudscape-design/components/grid';
import Select from '@cloudscape-design/components/select';
import { Empty } from '../feedback/empty.tsx';
import { useMay, usePaths } from '../session/organization.tsx';
import { PageLink } from '../shell/page-link.tsx';
import { Page } from '../shell/page.tsx';
import { useSearchState } from '../shell/search-state.ts';
import { useWebhooks } from '../webhooks/webhook-queries.ts';
import { AlertList } from './alert-list.tsx';
import { statusOptions, toStatus } from './alert-state.tsx';

const titles = {
  open: 'Open',
  firing: 'Firing',
  acknowledged: 'Acknowledged',
  resolved: 'Resolved',
} as const;

/** What several messages say of one thing: what is open first, then what is over. */
export function AlertsPage() {
  const { search, change } = useSearchState();
  const status = toStatus(search.get('status'));
  const webhook = search.get('webhook') ?? '';
  const shown = status === undefined ? (['open', 'resolved'] as const) : [status];
  return (
    <Page title="Alerts" description="Messages about the same problem, as one alert, and who has it.">
      <Filters status={status ?? ''} webhook={webhook} onChange={change} />
      {shown.map((one) => (
        <AlertList
          key={one}
          title={titles[one]}
          filters={{ status: one, ...(webhook !== '' && { webhookId: webhook }) }}
          empty={one === 'resolved' ? <NothingResolved /> : <NothingOpen />}
        />
      ))}
    </Page>
  );
}

function NothingOpen() {
  const to = usePaths();
  const may = useMay('admin');
  return (
    <Empty title="Nothing is wrong that anybody knows of">
      Alerts come from webhooks that group their messages.{' '}
      {may && (
        <>
          Switch it on where you edit one of your <PageLink href={to('webhooks')}>webhooks</PageLink>.
        </>
      )}
    </Empty>
  );
}

function NothingResolved() {
  return <Empty title="No resolved alerts">What is over stays here for 30 days.</Empty>;
}

interface FiltersProps {
  readonly status: string;
  readonly webhook: string;
  readonly onChange: (changes: Readonly<Record<string, string | undefined>>) => void;
}

/** Both stand in the address, so that a narrowed list can be shared. */
function Filters({ status, webhook, onChange }: FiltersProps) {
  const known = useWebhooks().data ?? [];
  const webhooks = [
    { value: '', label: 'Any webhook' },
    ...known.map(({ id, name }) => ({ value: id, label: name })),
    ...(webhook === '' || known.some(({ id }) => id === webhook) ? [] : [{ value: webhook, label: webhook }]),
  ];
  return (
    <Grid gridDefinition={[{ colspan: { default: 12, s: 4 } }, { colspan: { default: 12, s: 4 } }]}>
      <FormField label="Status">
        <Select
          options={statusOptions}
          selectedOption={statusOptions.find(({ value }) => value === status) ?? null}
          onChange={({ detail }) => onChange({ status: detail.selectedOption.value })}
        />
      </FormField>
      <FormField label="Webhook">
        <Select
          options={webhooks}
          filteringType="auto"
          selectedOption={webhooks.find(({ value }) => value === webhook) ?? null}
          onChange={({ detail }) => onChange({ webhook: detail.selectedOption.value })}
        />
      </FormField>
    </Grid>
  );
}
