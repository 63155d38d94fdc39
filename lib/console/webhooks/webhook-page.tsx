import type { ReactNode } from 'react';
import { orThrow, type Webhook } from '../../../shared/clients/typescript/index.ts';
import type { Versioned } from '../api/queries.ts';
import { RecentDeliveries } from '../deliveries/recent-deliveries.tsx';
import { useMay } from '../session/session.ts';
import { webhookTexts } from '../texts/webhooks.ts';
import { DialogButton } from '../ui/dialog-button.tsx';
import { DisabledNotice } from '../ui/disabled-notice.tsx';
import { DeliveryStatistics } from './delivery-statistics.tsx';
import { ReplayProgress, useReplay } from './replay.tsx';
import { ReplayDialog } from './replay-dialog.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import { TestDialog } from './test-dialog.tsx';
import { WebhookSettings } from './webhook-settings.tsx';

const texts = webhookTexts.show;

interface ActionsProps {
  of: Webhook;
  edit: ReactNode;
  remove: ReactNode;
}

export function WebhookActions({ of: webhook, edit, remove }: ActionsProps) {
  const may = useMay();
  const { follow } = useReplay();
  const { id, isActive } = webhook;
  return (
    <>
      {may('webhooks.test') && (
        <DialogButton variant="primary" icon="send" label={texts.test}>
          {(onClose) => <TestDialog webhook={webhook} onClose={onClose} />}
        </DialogButton>
      )}
      {edit}
      {may('webhooks.manage') && isActive && (
        <DialogButton label={texts.replay}>
          {(onClose) => (
            <ReplayDialog
              webhookId={id}
              onStarted={(started) => {
                onClose();
                follow(started);
              }}
              onClose={onClose}
            />
          )}
        </DialogButton>
      )}
      {may('webhooks.secrets') && (
        <DialogButton label={texts.rotate}>
          {(onClose) => <RotateDialog webhookId={id} onClose={onClose} />}
        </DialogButton>
      )}
      {remove}
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

/** What a webhook did, and its settings. */
export function WebhookBody({ of: { data: webhook } }: { of: Versioned<Webhook> }) {
  const { replayId, leave } = useReplay();
  return (
    <>
      {!webhook.isActive && <EnableNotice webhook={webhook} />}
      {replayId && <ReplayProgress replayId={replayId} onClose={leave} />}
      <DeliveryStatistics webhookId={webhook.id} />
      <RecentDeliveries title={texts.recent} filters={{ webhook: webhook.id }} empty={texts.noDeliveries} />
      <WebhookSettings webhook={webhook} />
    </>
  );
}
