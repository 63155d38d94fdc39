import { useState } from 'react';
import { useParams } from 'react-router';
import { type InboundEndpoint, orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead, useWrite, withVersion } from '../api/queries.ts';
import { RecentDeliveries } from '../deliveries/recent-deliveries.tsx';
import { useMay } from '../session/session.ts';
import { inboundTexts } from '../texts/inbound.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { DeleteDialog } from '../ui/delete-dialog.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Notice, ProblemNotice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Loaded } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { isKnownProvider, type ProviderKey, providerTitle, settingNames } from './endpoint-fields.ts';
import { ReceivedMessages } from './received-messages.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import { TestDialog } from './test-dialog.tsx';

const texts = inboundTexts.show;

type OpenDialog = 'test' | 'rotate' | 'delete';

/** Whether the browser knows how the provider signs. */
const canBeTested = (of: InboundEndpoint): of is InboundEndpoint & { providerKey: ProviderKey } =>
  isKnownProvider(of.providerKey);

function Actions({ endpoint, onOpen }: { endpoint: InboundEndpoint; onOpen: (dialog: OpenDialog) => void }) {
  const may = useMay();
  return (
    <>
      {endpoint.isActive && canBeTested(endpoint) && (
        <Button variant="primary" icon="send" onClick={() => onOpen('test')}>
          {texts.test}
        </Button>
      )}
      {may('webhooks.manage') && <LinkButton to={`/inbound/${endpoint.id}/edit`}>{texts.edit}</LinkButton>}
      {may('webhooks.secrets') && <Button onClick={() => onOpen('rotate')}>{texts.rotate}</Button>}
      {may('webhooks.manage') && (
        <Button variant="danger" onClick={() => onOpen('delete')}>
          {texts.remove}
        </Button>
      )}
    </>
  );
}

/** Says that nothing is received, with the way to begin again. */
function SwitchedOff({ endpoint }: { endpoint: InboundEndpoint }) {
  const may = useMay();
  const enabling = useWrite(
    (api, id: string) =>
      orThrow(
        api.PUT('/api/webhooks/inbound-endpoints/{id}', {
          params: { path: { id } },
          body: { isActive: true },
        }),
      ),
    ['inbound'],
  );
  if (endpoint.isActive) return null;
  return (
    <>
      {enabling.error && <ProblemNotice error={enabling.error} />}
      <Notice
        tone="warn"
        title={inboundTexts.states.off}
        actions={
          may('webhooks.manage') && (
            <Button isBusy={enabling.isPending} onClick={() => enabling.mutate(endpoint.id)}>
              {texts.enable}
            </Button>
          )
        }
      >
        <p>{texts.offHelp}</p>
      </Notice>
    </>
  );
}

function Address({ path }: { path: string }) {
  const url = `${window.location.origin}${path}`;
  return (
    <Card title={texts.address}>
      <div className="stack tight">
        <div className="row">
          <code className="code break">{url}</code>
          <CopyButton text={url} what={texts.address} />
        </div>
        <p className="muted">{texts.addressHelp}</p>
      </div>
    </Card>
  );
}

const settingTitle = (name: string): string => {
  const known = settingNames.find((one) => one === name);
  return known === undefined ? name : inboundTexts.form.names[known];
};

function Verification({ endpoint }: { endpoint: InboundEndpoint }) {
  const { providerKey, settings, createdAt, updatedAt } = endpoint;
  return (
    <Card title={texts.settings}>
      <Facts>
        <Fact name={texts.facts.provider}>{providerTitle(providerKey)}</Fact>
        {Object.entries(settings).map(([name, value]) => (
          <Fact key={name} name={settingTitle(name)}>
            <code>{value}</code>
          </Fact>
        ))}
        <Fact name={texts.facts.secret}>{texts.secretHidden}</Fact>
        <Fact name={texts.facts.events}>
          <code>{`inbound.${providerKey}.…`}</code>
        </Fact>
        <Fact name={texts.facts.created}>
          <Time value={createdAt} />
        </Fact>
        <Fact name={texts.facts.updated}>
          <Time value={updatedAt} />
        </Fact>
      </Facts>
    </Card>
  );
}

function EndpointDetails({ endpoint }: { endpoint: InboundEndpoint }) {
  const [open, setOpen] = useState<OpenDialog>();
  const onClose = () => setOpen(undefined);
  const { id, name, description, path, providerKey } = endpoint;
  return (
    <>
      <PageHeader
        title={name}
        intro={description}
        parent={{ to: '/inbound', title: inboundTexts.list.title }}
        actions={<Actions endpoint={endpoint} onOpen={setOpen} />}
      />
      <SwitchedOff endpoint={endpoint} />
      <Address path={path} />
      <Verification endpoint={endpoint} />
      <ReceivedMessages endpointId={id} />
      <RecentDeliveries
        title={texts.deliveries}
        filters={{ search: `inbound.${providerKey}.` }}
        empty={texts.noDeliveries}
      />
      {open === 'test' && canBeTested(endpoint) && <TestDialog endpoint={endpoint} onClose={onClose} />}
      {open === 'rotate' && <RotateDialog endpointId={id} onClose={onClose} />}
      {open === 'delete' && (
        <DeleteDialog
          name={name}
          texts={inboundTexts.remove}
          remove={(api) =>
            orThrow(api.DELETE('/api/webhooks/inbound-endpoints/{id}', { params: { path: { id } } }))
          }
          to="/inbound"
          onClose={onClose}
        />
      )}
    </>
  );
}

export function EndpointPage() {
  const { id = '' } = useParams();
  const reading = useRead(['inbound', 'one', id], (api) =>
    withVersion(api.GET('/api/webhooks/inbound-endpoints/{id}', { params: { path: { id } } })),
  );
  return <Loaded of={reading}>{({ data }) => <EndpointDetails endpoint={data} />}</Loaded>;
}
