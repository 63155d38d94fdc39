import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { PlatformClient } from '../../../shared/clients/typescript/index.ts';
import { useWrite } from '../api/queries.ts';
import { SelectField, TextField } from '../forms/field.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { fieldsOf } from '../forms/form-fields.ts';
import { paymentTexts } from '../texts/payments.ts';
import { useCloseWithToast } from '../ui/toasts.tsx';
import { isAmountUpTo, money } from './money.ts';

export interface AmountOperation {
  amount: number;
  reason: string | undefined;
  /** Idempotency key: a retry after a failure takes effect once. */
  key: string;
}

interface AmountForm {
  amount: string;
  reason: string;
}

interface AmountDialogProps {
  title: string;
  children: ReactNode;
  label: string;
  max: string;
  currencyCode: string;
  reasons?: Readonly<Record<string, string>>;
  confirmLabel: (amount: string) => string;
  done: string;
  onSend: (api: PlatformClient, operation: AmountOperation) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for an amount, shows it in its currency on the confirm button, and sends it once. */
export function AmountDialog(props: AmountDialogProps) {
  const { title, children, label, max, currencyCode, reasons, confirmLabel, done, onSend, onClose } = props;
  const form = useForm<AmountForm>({
    mode: 'onChange',
    defaultValues: { amount: max, reason: Object.keys(reasons ?? {})[0] ?? '' },
  });
  const field = fieldsOf(form, undefined);
  const [sent, setSent] = useState({ text: '', key: '' });
  const sending = useWrite(onSend, ['payments']);
  const onSuccess = useCloseWithToast(done, onClose);
  const send = ({ amount, reason }: AmountForm) => {
    // The same amount is the same operation, "10" like "10.00"; another amount is another one.
    const text = `${Number(amount)} ${reason}`;
    const key = sent.text === text ? sent.key : crypto.randomUUID();
    setSent({ text, key });
    sending.mutate({ amount: Number(amount), reason: reason || undefined, key }, { onSuccess });
  };
  const amount = form.watch('amount');
  const isValid = isAmountUpTo(max, amount);
  return (
    <FormDialog
      title={title}
      form={form}
      saving={sending}
      submitLabel={confirmLabel(isValid ? money(amount, currencyCode) : '')}
      onSave={send}
      onClose={onClose}
    >
      <p>{children}</p>
      <TextField
        label={label}
        inputMode="decimal"
        autoComplete="off"
        {...field('amount', {
          validate: (text) => isAmountUpTo(max, text) || paymentTexts.amountProblem(money(max, currencyCode)),
        })}
      />
      {reasons && (
        <SelectField
          label={paymentTexts.refund.reason}
          {...field('reason')}
          choices={Object.entries(reasons)}
        />
      )}
    </FormDialog>
  );
}
