import { useState } from 'react';
import { orThrow, type PaymentDetail } from '../../../shared/clients/typescript/index.ts';
import { useRead, useWrite } from '../api/queries.ts';
import { useMay } from '../session/session.ts';
import { paymentTexts } from '../texts/payments.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { ProblemNotice } from '../ui/notice.tsx';
import { useCloseWithToast, useToast } from '../ui/toasts.tsx';
import { AmountDialog } from './amount-dialog.tsx';
import { less, money } from './money.ts';

const texts = paymentTexts.show;

type Operation = 'capture' | 'refund' | 'cancel';

/** What the provider's payments allow. */
interface Captures {
  isRepeated: boolean;
  /** The caller says that the money was received, so nothing needs to be authorized before. */
  ofPending: boolean;
}

interface DialogProps {
  payment: PaymentDetail;
  captures: Captures;
  onClose: () => void;
}

function CaptureDialog({ payment, captures, onClose }: DialogProps) {
  const { id, amount, amountReceived, currencyCode } = payment;
  const left = less(amount, amountReceived);
  const { title, text, textRepeated, amount: label, confirm, done } = paymentTexts.capture;
  return (
    <AmountDialog
      title={title}
      label={label(currencyCode)}
      max={left}
      currencyCode={currencyCode}
      confirmLabel={confirm}
      done={done}
      onSend={(api, operation) =>
        orThrow(
          api.POST('/api/payment_gateways/capture', {
            params: { header: { 'Idempotency-Key': operation.key } },
            body: { transactionId: id, amount: operation.amount },
          }),
        )
      }
      onClose={onClose}
    >
      {(captures.isRepeated ? textRepeated : text)(money(left, currencyCode))}
    </AmountDialog>
  );
}

function RefundDialog({ payment, onClose }: DialogProps) {
  const { id, amountReceived, amountRefunded, currencyCode } = payment;
  const left = less(amountReceived, amountRefunded);
  const { title, text, amount: label, reasons, confirm, done } = paymentTexts.refund;
  return (
    <AmountDialog
      title={title}
      label={label(currencyCode)}
      max={left}
      currencyCode={currencyCode}
      reasons={reasons}
      confirmLabel={confirm}
      done={done}
      onSend={(api, operation) =>
        orThrow(
          api.POST('/api/payment_gateways/refund', {
            params: { header: { 'Idempotency-Key': operation.key } },
            body: {
              transactionId: id,
              amount: operation.amount,
              ...(operation.reason && { reason: operation.reason }),
            },
          }),
        )
      }
      onClose={onClose}
    >
      {text(money(left, currencyCode))}
    </AmountDialog>
  );
}

function CancelDialog({ payment, onClose }: DialogProps) {
  const [key] = useState(() => crypto.randomUUID());
  const { title, text, confirm, done } = paymentTexts.cancel;
  const cancelling = useWrite(
    (api, transactionId: string) =>
      orThrow(
        api.POST('/api/payment_gateways/cancel', {
          params: { header: { 'Idempotency-Key': key } },
          body: { transactionId },
        }),
      ),
    ['payments'],
  );
  const onSuccess = useCloseWithToast(done, onClose);
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={confirm}
      saving={cancelling}
      onConfirm={() => cancelling.mutate(payment.id, { onSuccess })}
      onClose={onClose}
    >
      <p>{text}</p>
    </ConfirmDialog>
  );
}

const dialogs = { capture: CaptureDialog, refund: RefundDialog, cancel: CancelDialog } as const;

/** Operations of a payment in its current state. The API decides; operations that it would refuse are not offered. */
function offered(
  { unifiedStatus, amountReceived, amountRefunded }: PaymentDetail,
  captures: Captures,
): Operation[] {
  const isAuthorized = unifiedStatus === 'authorized';
  const isPending = unifiedStatus === 'pending';
  const isCapturable =
    isAuthorized ||
    (isPending && captures.ofPending) ||
    (unifiedStatus === 'partially_captured' && captures.isRepeated);
  const isRefundable = Number(amountReceived) > Number(amountRefunded);
  return [
    ...(isCapturable ? (['capture'] as const) : []),
    ...(isRefundable ? (['refund'] as const) : []),
    ...(isAuthorized || isPending ? (['cancel'] as const) : []),
  ];
}

const featureOf = {
  capture: 'payment_gateways.capture',
  refund: 'payment_gateways.refund',
  cancel: 'payment_gateways.manage',
} as const;

/** What gives money away or ends a payment is no proposal. */
function variantOf(operation: Operation, index: number): 'danger' | 'primary' | 'plain' {
  if (operation === 'cancel') return 'danger';
  return index === 0 && operation === 'capture' ? 'primary' : 'plain';
}

export function PaymentActions({ payment }: { payment: PaymentDetail }) {
  const may = useMay();
  const toast = useToast();
  const [open, setOpen] = useState<Operation>();
  const refreshing = useWrite(
    (api, transactionId: string) =>
      orThrow(api.POST('/api/payment_gateways/status', { body: { transactionId } })),
    ['payments'],
  );
  const provider = useRead(
    ['payments', 'provider', payment.providerKey],
    (api) =>
      orThrow(
        api.GET('/api/payment_gateways/providers/{key}', { params: { path: { key: payment.providerKey } } }),
      ),
    { enabled: ['pending', 'authorized', 'partially_captured'].includes(payment.unifiedStatus) },
  );
  const captures = {
    isRepeated: provider.data?.capturesRepeatedly ?? false,
    ofPending: provider.data?.capturesPending ?? false,
  };
  const OpenDialog = open && dialogs[open];
  return (
    <>
      {offered(payment, captures)
        .filter((operation) => may(featureOf[operation]))
        .map((operation, index) => (
          <Button key={operation} variant={variantOf(operation, index)} onClick={() => setOpen(operation)}>
            {texts[operation]}
          </Button>
        ))}
      {may('payment_gateways.manage') && (
        <Button
          isBusy={refreshing.isPending}
          onClick={() => refreshing.mutate(payment.id, { onSuccess: () => toast(texts.refreshed) })}
        >
          {texts.refresh}
        </Button>
      )}
      {refreshing.error && <ProblemNotice error={refreshing.error} />}
      {OpenDialog && <OpenDialog payment={payment} captures={captures} onClose={() => setOpen(undefined)} />}
    </>
  );
}
