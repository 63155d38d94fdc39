import { useState } from 'react';
import { useParams } from 'react-router';
import { type InboundEndpoint, orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead, withVersion } from '../api/queries.ts';
import { RecentDeliveries } from '../deliveries/recent-deliveries.tsx';
import { useMay } from '../session/session.ts';
import { inboundTexts } from '../texts/inbound.ts';
import { Attribute, Attributes, CodeAttribute, TimeAttribute } from '../ui/attributes.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { DeleteDialog } from '../ui/delete-dialog.tsx';
import { DisabledNotice } from '../ui/disabled-notice.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Loaded } from '../ui/states.tsx';
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

function EnableNotice({ id }: { id: string }) {
  const may = useMay();
  const params = { path: { id } };
  return (
    <DisabledNotice
      title={inboundTexts.states.off}
      enableLabel={texts.enable}
      enable={
        may('webhooks.manage')
          ? (api) =>
              orThrow(api.PUT('/api/webhooks/inbound-endpoints/{id}', { params, body: { isActive: true } }))
          : undefined
      }
      refreshes={['inbound']}
    >
      <p>{texts.offHelp}</p>
    </DisabledNotice>
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
      <Attributes>
        <Attribute name={texts.attributes.provider}>{providerTitle(providerKey)}</Attribute>
        {Object.entries(settings).map(([name, value]) => (
          <Attribute key={name} name={settingTitle(name)}>
            <code>{value}</code>
          </Attribute>
        ))}
        <Attribute name={texts.attributes.secret}>{texts.secretHidden}</Attribute>
        <CodeAttribute name={texts.attributes.events}>{`inbound.${providerKey}.…`}</CodeAttribute>
        <TimeAttribute name={texts.attributes.created} value={createdAt} />
        <TimeAttribute name={texts.attributes.updated} value={updatedAt} />
      </Attributes>
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
      {!endpoint.isActive && <EnableNotice id={id} />}
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
