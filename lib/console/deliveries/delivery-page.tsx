import { Link, useParams } from 'react-router';
import { orThrow, type WebhookDelivery } from '../../../shared/clients/typescript/index.ts';
import { useRead, useWrite, withVersion } from '../api/queries.ts';
import { StoryLink } from '../events/story-link.tsx';
import { useMay } from '../session/session.ts';
import { deliveryTexts } from '../texts/deliveries.ts';
import { uiTexts } from '../texts/ui.ts';
import { Attribute, Attributes, CodeAttribute, TimeAttribute } from '../ui/attributes.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { LoadedPage } from '../ui/gone-page.tsx';
import { Notice, ProblemNotice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { readableJson } from '../ui/readable-json.ts';
import { Time } from '../ui/time.tsx';
import { useToast } from '../ui/toasts.tsx';
import { AttemptTimeline } from './attempt-timeline.tsx';
import { repeatCommand } from './repeat-command.ts';
import { DeliveryStatus } from './status.tsx';

const texts = deliveryTexts.show;

function RetryButton({ delivery }: { delivery: WebhookDelivery }) {
  const toast = useToast();
  const retrying = useWrite(
    (api, id: string) =>
      orThrow(api.POST('/api/webhooks/deliveries/{id}/retry', { params: { path: { id } } })),
    ['deliveries', 'webhooks'],
  );
  const retry = () => retrying.mutate(delivery.id, { onSuccess: () => toast(texts.retried) });
  return (
    <>
      <Button variant="primary" icon="send" isBusy={retrying.isPending} onClick={retry}>
        {texts.retry}
      </Button>
      {retrying.error && <ProblemNotice error={retrying.error} />}
    </>
  );
}

function WhyNot({ delivery }: { delivery: WebhookDelivery }) {
  const { status, errorMessage, nextRetryAt } = delivery;
  if (status === 'delivered' || errorMessage === null) return null;
  return (
    <Notice tone={status === 'pending' ? 'warn' : 'bad'} title={texts.why}>
      <p className="break">{errorMessage}</p>
      {nextRetryAt && (
        <p className="small">
          {texts.nextAttempt} <Time value={nextRetryAt} />
        </p>
      )}
    </Notice>
  );
}

/** The webhook with its settings, which are not part of a delivery. */
function useWebhook(id: string | null) {
  return useRead(
    ['webhooks', 'one', id],
    (api) => withVersion(api.GET('/api/webhooks/{id}', { params: { path: { id: id ?? '' } } })),
    { enabled: id !== null },
  );
}

function WebhookLink({ id }: { id: string }) {
  const reading = useWebhook(id);
  if (reading.error) return <span className="muted">{deliveryTexts.deletedWebhook}</span>;
  return <Link to={`/webhooks/${id}`}>{reading.data?.data.name ?? uiTexts.loading}</Link>;
}

/** Requests of rules and of deleted webhooks have no secret to sign with. */
function RepeatAtReceiver({ delivery }: { delivery: WebhookDelivery }) {
  const webhook = useWebhook(delivery.webhookId).data?.data;
  if (webhook === undefined) return null;
  return (
    <details>
      <summary>{texts.repeat}</summary>
      <div className="stack">
        <p className="small muted">{texts.repeatHelp}</p>
        <CodeBlock text={repeatCommand(delivery, webhook)} what={texts.repeatCommand} />
      </div>
    </details>
  );
}

function DeliveryAttributes({ delivery }: { delivery: WebhookDelivery }) {
  const { attributes } = texts;
  const { webhookId, messageId, attemptNumber, maxAttempts, targetUrl, createdAt, deliveredAt } = delivery;
  return (
    <div className="card">
      <Attributes>
        <Attribute name={attributes.status}>
          <DeliveryStatus status={delivery.status} />
        </Attribute>
        <Attribute name={attributes.webhook}>
          {webhookId ? <WebhookLink id={webhookId} /> : deliveryTexts.adHoc}
        </Attribute>
        <CodeAttribute name={attributes.address}>{targetUrl}</CodeAttribute>
        <Attribute name={attributes.messageId}>
          <span className="row">
            <code>{messageId}</code>
            <CopyButton text={messageId} what={attributes.messageId} />
          </span>
        </Attribute>
        <Attribute name={attributes.attempts}>{texts.attemptsOf(attemptNumber, maxAttempts)}</Attribute>
        <TimeAttribute name={attributes.created} value={createdAt} />
        <TimeAttribute name={attributes.delivered} value={deliveredAt} />
      </Attributes>
    </div>
  );
}

function Delivery({ delivery }: { delivery: WebhookDelivery }) {
  const may = useMay();
  return (
    <>
      <PageHeader
        title={delivery.eventType}
        id={delivery.id}
        parent={{ to: '/deliveries', title: deliveryTexts.list.title }}
        actions={
          <>
            <StoryLink of={{ entityId: delivery.id, from: delivery.enqueuedAt, to: delivery.enqueuedAt }} />
            {may('webhooks.manage') && delivery.status !== 'sending' && <RetryButton delivery={delivery} />}
          </>
        }
      />
      <WhyNot delivery={delivery} />
      <DeliveryAttributes delivery={delivery} />
      <Card title={texts.attempts}>
        <AttemptTimeline of={delivery} />
      </Card>
      <Card title={texts.request}>
        <CodeBlock text={readableJson(delivery.payload)} what={texts.requestBody} />
        <RepeatAtReceiver delivery={delivery} />
      </Card>
    </>
  );
}

export function DeliveryPage() {
  const { id = '' } = useParams();
  const reading = useRead(['deliveries', 'one', id], (api) =>
    orThrow(api.GET('/api/webhooks/deliveries/{id}', { params: { path: { id } } })),
  );
  return (
    <LoadedPage of={reading} parent={{ to: '/deliveries', title: deliveryTexts.list.title }}>
      {(delivery) => <Delivery delivery={delivery} />}
    </LoadedPage>
  );
}
