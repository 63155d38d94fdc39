import { useForm } from 'react-hook-form';
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useWrite } from '../api/queries.ts';
import { TextField } from '../forms/field.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { fieldsOf } from '../forms/form-fields.ts';
import { paymentTexts } from '../texts/payments.ts';
import { uiTexts } from '../texts/ui.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import type { Customer } from './customer.ts';

const texts = paymentTexts.methods.setUp;

/** Creates a page of the provider, and shows its address for the customer. */
export function MethodSetupDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const form = useForm({ defaultValues: { successUrl: '' } });
  const creating = useWrite(
    (api, successUrl: string) =>
      orThrow(
        api.POST('/api/payment_gateways/payment_methods/setups', { body: { ...customer, successUrl } }),
      ),
    ['paymentMethods'],
  );
  if (creating.data) {
    return (
      <Dialog title={texts.title} onClose={onClose}>
        <div className="stack">
          <p>{texts.send}</p>
          <div className="row">
            <code className="code break">{creating.data.redirectUrl}</code>
            <CopyButton text={creating.data.redirectUrl} what={texts.address} />
          </div>
        </div>
      </Dialog>
    );
  }
  return (
    <FormDialog
      title={texts.title}
      form={form}
      saving={creating}
      submitLabel={texts.submit}
      onSave={({ successUrl }) => creating.mutate(successUrl.trim())}
      onClose={onClose}
    >
      <p>{texts.text}</p>
      <TextField
        label={texts.successUrl}
        hint={texts.successUrlHint}
        type="url"
        {...fieldsOf(form, creating.error)('successUrl', { required: uiTexts.required })}
      />
    </FormDialog>
  );
}
