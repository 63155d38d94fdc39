import type { ReactNode } from 'react';
import { type InboundEndpoint, orThrow } from '../../../shared/clients/typescript/index.ts';
import type { Versioned } from '../api/queries.ts';
import { RecentDeliveries } from '../deliveries/recent-deliveries.tsx';
import { useMay } from '../session/session.ts';
import { inboundTexts } from '../texts/inbound.ts';
import { Attribute, Attributes, CodeAttribute, TimeAttribute } from '../ui/attributes.tsx';
import { Card } from '../ui/card.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { DialogButton } from '../ui/dialog-button.tsx';
import { DisabledNotice } from '../ui/disabled-notice.tsx';
import { isKnownProvider, type ProviderKey, providerTitle, settingNames } from './endpoint-fields.ts';
import { ReceivedMessages } from './received-messages.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import { TestDialog } from './test-dialog.tsx';

const texts = inboundTexts.show;

/** Whether the browser knows how the provider signs. */
const canBeTested = (of: InboundEndpoint): of is InboundEndpoint & { providerKey: ProviderKey } =>
  isKnownProvider(of.providerKey);

interface ActionsProps {
  of: InboundEndpoint;
  edit: ReactNode;
  remove: ReactNode;
}

export function EndpointActions({ of: endpoint, edit, remove }: ActionsProps) {
  const may = useMay();
  return (
    <>
      {endpoint.isActive && canBeTested(endpoint) && (
        <DialogButton variant="primary" icon="send" label={texts.test}>
          {(onClose) => <TestDialog endpoint={endpoint} onClose={onClose} />}
        </DialogButton>
      )}
      {edit}
      {may('webhooks.secrets') && (
        <DialogButton label={texts.rotate}>
          {(onClose) => <RotateDialog endpointId={endpoint.id} onClose={onClose} />}
        </DialogButton>
      )}
      {remove}
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

/** The address of an endpoint, how it verifies messages, and what it received. */
export function EndpointBody({ of: { data: endpoint } }: { of: Versioned<InboundEndpoint> }) {
  const { id, path, providerKey } = endpoint;
  return (
    <>
      {!endpoint.isActive && <EnableNotice id={id} />}
      <Address path={path} />
      <Verification endpoint={endpoint} />
      <ReceivedMessages endpointId={id} />
      <RecentDeliveries
        title={texts.deliveries}
        filters={{ search: `inbound.${providerKey}.` }}
        empty={texts.noDeliveries}
      />
    </>
  );
}
