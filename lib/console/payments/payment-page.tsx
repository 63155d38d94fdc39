import { useParams } from 'react-router';
import { orThrow, type PaymentDetail } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { ChangesOf } from '../audit/changes-of.tsx';
import { Subject } from '../names/thing-name.tsx';
import { inWords } from '../names/titles.ts';
import { paymentTexts } from '../texts/payments.ts';
import { Attribute, Attributes, CodeAttribute, TimeAttribute } from '../ui/attributes.tsx';
import { Card } from '../ui/card.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { Figures } from '../ui/figures.tsx';
import { LoadedPage } from '../ui/gone-page.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { readableJson } from '../ui/readable-json.ts';
import { type Column, DataTable } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { Timeline, TimelineEntry } from '../ui/timeline.tsx';
import { money } from './money.ts';
import { PaymentActions } from './payment-actions.tsx';
import { PaymentStatusBadge, paymentTones } from './status.tsx';

const texts = paymentTexts.show;

function History({ payment }: { payment: PaymentDetail }) {
  return (
    <Card title={texts.history}>
      {payment.webhookLog.length === 0 ? (
        <p className="muted">{texts.noHistory}</p>
      ) : (
        <Timeline>
          {payment.webhookLog.map((entry) => {
            const { source, eventType, actor, amount, receivedAt, unifiedStatus, processed, idempotencyKey } =
              entry;
            return (
              <TimelineEntry
                key={`${receivedAt} ${eventType} ${idempotencyKey}`}
                title={texts.sources[source]}
                tone={processed ? paymentTones[unifiedStatus] : 'calm'}
                badge={processed ? paymentTexts.statuses[unifiedStatus] : texts.repeated}
                aside={<Time value={receivedAt} />}
              >
                <div className="row">
                  {amount !== null && <strong>{money(amount, payment.currencyCode)}</strong>}
                  <code className="break">{eventType}</code>
                  {actor !== null && (
                    <span>
                      {texts.by} <Subject of={actor} />
                    </span>
                  )}
                </div>
              </TimelineEntry>
            );
          })}
        </Timeline>
      )}
    </Card>
  );
}

type Refund = PaymentDetail['refunds'][number];

const reasons: Readonly<Record<string, string>> = paymentTexts.refund.reasons;
const reasonOf = (reason: string): string => reasons[reason] ?? inWords(reason);

function Refunds({ payment: { refunds, currencyCode } }: { payment: PaymentDetail }) {
  if (refunds.length === 0) return null;
  const { refundColumns: titles, refundStatuses } = texts;
  const columns: readonly Column<Refund>[] = [
    { title: titles.amount, cell: ({ amount }) => money(amount, currencyCode) },
    { title: titles.status, cell: ({ status }) => refundStatuses[status] },
    { title: titles.reason, cell: ({ reason }) => (reason === null ? '–' : reasonOf(reason)) },
    { title: titles.created, cell: ({ createdAt }) => <Time value={createdAt} /> },
  ];
  return (
    <section className="stack tight" aria-label={texts.refunds}>
      <h2>{texts.refunds}</h2>
      <DataTable caption={texts.refunds} columns={columns} rows={refunds} keyOf={({ id }) => id} />
    </section>
  );
}

type Dispute = PaymentDetail['disputes'][number];

function Disputes({ payment: { disputes, currencyCode } }: { payment: PaymentDetail }) {
  if (disputes.length === 0) return null;
  const { refundColumns: titles } = texts;
  const columns: readonly Column<Dispute>[] = [
    { title: titles.amount, cell: ({ amount }) => money(amount, currencyCode) },
    { title: titles.status, cell: ({ status }) => inWords(status) },
    { title: titles.reason, cell: ({ reason }) => (reason === null ? '–' : inWords(reason)) },
    { title: titles.created, cell: ({ createdAt }) => <Time value={createdAt} /> },
  ];
  return (
    <section className="stack tight" aria-label={texts.disputes}>
      <h2>{texts.disputes}</h2>
      <DataTable caption={texts.disputes} columns={columns} rows={disputes} keyOf={({ id }) => id} />
    </section>
  );
}

function Details({ payment }: { payment: PaymentDetail }) {
  const { attributes } = texts;
  const { gatewayStatus, gatewayPaymentId, orderId, expiresAt, metadata } = payment;
  return (
    <Card title={texts.details}>
      <div className="stack">
        <Attributes>
          <Attribute name={attributes.provider}>{payment.providerKey}</Attribute>
          <Attribute name={attributes.gatewayStatus}>{gatewayStatus ?? '–'}</Attribute>
          <CodeAttribute name={attributes.session}>{payment.providerSessionId}</CodeAttribute>
          <Attribute name={attributes.charge}>
            {gatewayPaymentId ? <code>{gatewayPaymentId}</code> : '–'}
          </Attribute>
          <CodeAttribute name={attributes.reference}>{payment.paymentId}</CodeAttribute>
          {orderId && <CodeAttribute name={attributes.order}>{orderId}</CodeAttribute>}
          <Attribute name={attributes.capture}>{texts.captures[payment.captureMethod]}</Attribute>
          <TimeAttribute name={attributes.created} value={payment.createdAt} />
          <TimeAttribute name={attributes.updated} value={payment.updatedAt} />
          {expiresAt && <TimeAttribute name={attributes.expires} value={expiresAt} />}
        </Attributes>
        {metadata && <CodeBlock what={texts.metadata} text={readableJson(metadata)} />}
      </div>
    </Card>
  );
}

function PaymentDetails({ payment }: { payment: PaymentDetail }) {
  const { currencyCode, description, isDisputed } = payment;
  const { figures } = texts;
  return (
    <>
      <PageHeader
        title={description ?? `${paymentTexts.list.untitled} ${payment.providerSessionId}`}
        intro={<PaymentStatusBadge status={payment.unifiedStatus} />}
        id={payment.id}
        parent={{ to: '/payments', title: paymentTexts.list.title }}
        actions={<PaymentActions payment={payment} />}
      />
      {isDisputed && (
        <Notice tone="bad" title={texts.disputed.title}>
          <p>{texts.disputed.text}</p>
        </Notice>
      )}
      <div className="card">
        <Figures
          of={[
            { name: figures.amount, value: money(payment.amount, currencyCode) },
            { name: figures.received, value: money(payment.amountReceived, currencyCode) },
            { name: figures.refunded, value: money(payment.amountRefunded, currencyCode) },
          ]}
        />
      </div>
      <Refunds payment={payment} />
      <Disputes payment={payment} />
      <History payment={payment} />
      <Details payment={payment} />
      <ChangesOf kind="payment_gateways.payment" id={payment.id} since={payment.createdAt} />
    </>
  );
}

export function PaymentPage() {
  const { id = '' } = useParams();
  const reading = useRead(['payments', 'one', id], (api) =>
    orThrow(api.GET('/api/payment_gateways/transactions/{id}', { params: { path: { id } } })),
  );
  return (
    <LoadedPage of={reading} parent={{ to: '/payments', title: paymentTexts.list.title }}>
      {({ transaction }) => <PaymentDetails payment={transaction} />}
    </LoadedPage>
  );
}
