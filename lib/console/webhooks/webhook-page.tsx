import { useState } from 'react';
import { useParams } from 'react-router';
import { orThrow, type Webhook } from '../../../shared/clients/typescript/index.ts';
import { useRead, withVersion } from '../api/queries.ts';
import { RecentDeliveries } from '../deliveries/recent-deliveries.tsx';
import { useMay } from '../session/session.ts';
import { webhookTexts } from '../texts/webhooks.ts';
import { Button } from '../ui/button.tsx';
import { DeleteDialog } from '../ui/delete-dialog.tsx';
import { DisabledNotice } from '../ui/disabled-notice.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Loaded } from '../ui/states.tsx';
import { DeliveryStatistics } from './delivery-statistics.tsx';
import { RecoverDialog } from './recover-dialog.tsx';
import { RecoveryProgress, useRecovery } from './recovery.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import { TestDialog } from './test-dialog.tsx';
import { WebhookSettings } from './webhook-settings.tsx';

const texts = webhookTexts.show;

type OpenDialog = 'test' | 'rotate' | 'recover' | 'delete';

function Actions({ webhook, onOpen }: { webhook: Webhook; onOpen: (dialog: OpenDialog) => void }) {
  const may = useMay();
  return (
    <>
      {may('webhooks.test') && (
        <Button variant="primary" icon="send" onClick={() => onOpen('test')}>
          {texts.test}
        </Button>
      )}
      {may('webhooks.manage') && (
        <>
          <LinkButton to={`/webhooks/${webhook.id}/edit`}>{texts.edit}</LinkButton>
          <Button onClick={() => onOpen('recover')}>{texts.recover}</Button>
        </>
      )}
      {may('webhooks.secrets') && <Button onClick={() => onOpen('rotate')}>{texts.rotate}</Button>}
      {may('webhooks.manage') && (
        <Button variant="danger" onClick={() => onOpen('delete')}>
          {texts.remove}
        </Button>
      )}
    </>
  );
}

function EnableNotice({ webhook: { id, disabledReason } }: { webhook: Webhook }) {
  const may = useMay();
  const params = { path: { id } };
  return (
    <DisabledNotice
      title={webhookTexts.states.off}
      enableLabel={texts.enable}
      enable={
        may('webhooks.manage')
          ? (api) => orThrow(api.PUT('/api/webhooks/{id}', { params, body: { isActive: true } }))
          : undefined
      }
      refreshes={['webhooks']}
    >
      {disabledReason && <p>{webhookTexts.disabled[disabledReason]}</p>}
    </DisabledNotice>
  );
}

function WebhookDetails({ webhook }: { webhook: Webhook }) {
  const [open, setOpen] = useState<OpenDialog>();
  const onClose = () => setOpen(undefined);
  const { recovery, follow, leave } = useRecovery();
  return (
    <>
      <PageHeader
        title={webhook.name}
        intro={webhook.description}
        parent={{ to: '/webhooks', title: webhookTexts.list.title }}
        actions={<Actions webhook={webhook} onOpen={setOpen} />}
      />
      {!webhook.isActive && <EnableNotice webhook={webhook} />}
      {recovery && <RecoveryProgress webhookId={webhook.id} recovery={recovery} onClose={leave} />}
      <DeliveryStatistics webhookId={webhook.id} />
      <RecentDeliveries title={texts.recent} filters={{ webhook: webhook.id }} empty={texts.noDeliveries} />
      <WebhookSettings webhook={webhook} />
      {open === 'test' && <TestDialog webhook={webhook} onClose={onClose} />}
      {open === 'rotate' && <RotateDialog webhookId={webhook.id} onClose={onClose} />}
      {open === 'recover' && (
        <RecoverDialog
          webhookId={webhook.id}
          onStarted={(started) => {
            onClose();
            follow(started);
          }}
          onClose={onClose}
        />
      )}
      {open === 'delete' && (
        <DeleteDialog
          name={webhook.name}
          texts={webhookTexts.remove}
          remove={(api) =>
            orThrow(api.DELETE('/api/webhooks/{id}', { params: { path: { id: webhook.id } } }))
          }
          to="/webhooks"
          onClose={onClose}
        />
      )}
    </>
  );
}

export function WebhookPage() {
  const { id = '' } = useParams();
  const reading = useRead(['webhooks', 'one', id], (api) =>
    withVersion(api.GET('/api/webhooks/{id}', { params: { path: { id } } })),
  );
  return <Loaded of={reading}>{({ data }) => <WebhookDetails webhook={data} />}</Loaded>;
}
