import { useForm } from 'react-hook-form';
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useWrite } from '../api/queries.ts';
import { TextField } from '../forms/field.tsx';
import { fieldProblem } from '../forms/resource-form.tsx';
import { SaveProblem } from '../forms/save-problem.tsx';
import { paymentTexts } from '../texts/payments.ts';
import { uiTexts } from '../texts/ui.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import type { Customer } from './customer.ts';

const texts = paymentTexts.methods.setUp;

/** Creates a page of the provider, and shows its address for the customer. */
export function MethodSetupDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const form = useForm({ defaultValues: { successUrl: '' } });
  const { register, handleSubmit } = form;
  const creating = useWrite(
    (api, successUrl: string) =>
      orThrow(
        api.POST('/api/payment_gateways/payment_methods/setups', { body: { ...customer, successUrl } }),
      ),
    ['paymentMethods'],
  );
  return (
    <Dialog title={texts.title} onClose={onClose}>
      {creating.data ? (
        <div className="stack">
          <p>{texts.send}</p>
          <div className="row">
            <code className="code break">{creating.data.redirectUrl}</code>
            <CopyButton text={creating.data.redirectUrl} what={texts.address} />
          </div>
        </div>
      ) : (
        <form
          className="form"
          onSubmit={handleSubmit(({ successUrl }) => creating.mutate(successUrl.trim()))}
          noValidate
        >
          <SaveProblem error={creating.error} />
          <p>{texts.text}</p>
          <TextField
            label={texts.successUrl}
            hint={texts.successUrlHint}
            type="url"
            error={fieldProblem(form, creating.error, 'successUrl')}
            {...register('successUrl', { required: uiTexts.required })}
          />
          <div className="form-actions">
            <Button variant="primary" type="submit" isBusy={creating.isPending}>
              {texts.submit}
            </Button>
            <Button onClick={onClose}>{uiTexts.cancel}</Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
