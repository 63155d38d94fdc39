import type { ReactNode } from 'react';
import type { FieldValues, SubmitHandler, UseFormReturn } from 'react-hook-form';
import { uiTexts } from '../texts/ui.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FieldLabels } from './field-labels.tsx';
import { FormBody } from './form-body.tsx';
import { SaveProblem } from './save-problem.tsx';
import { useUnloadGuard } from './use-unload-guard.ts';

interface FormDialogProps<Fields extends FieldValues> {
  title: string;
  form: UseFormReturn<Fields>;
  /** The write that sends the form. */
  saving: { error: unknown; isPending: boolean };
  /** By default "Save". */
  submitLabel?: string;
  isDangerous?: boolean;
  /** The browser checks the fields before the form does. */
  hasNativeValidation?: boolean;
  onSave: SubmitHandler<Fields>;
  /** Overwrites changes of another user. */
  onOverwrite?: SubmitHandler<Fields>;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog with a form: the error of saving, the fields, and the buttons that send and cancel. */
export function FormDialog<Fields extends FieldValues>(props: FormDialogProps<Fields>) {
  const { title, form, saving, onSave, onOverwrite, onClose, children } = props;
  const { submitLabel = uiTexts.save, isDangerous = false, hasNativeValidation = false } = props;
  const { isDirty } = form.formState;
  useUnloadGuard(isDirty);
  return (
    <Dialog title={title} onClose={onClose} hasInput={isDirty}>
      <FieldLabels>
        <form className="form" onSubmit={form.handleSubmit(onSave)} noValidate={!hasNativeValidation}>
          <SaveProblem
            error={saving.error}
            {...(onOverwrite && { onOverwrite: () => void form.handleSubmit(onOverwrite)() })}
          />
          <FormBody isSaving={saving.isPending}>{children}</FormBody>
          <div className="form-actions">
            <Button variant={isDangerous ? 'danger' : 'primary'} type="submit" isBusy={saving.isPending}>
              {submitLabel}
            </Button>
            <Button onClick={onClose}>{uiTexts.cancel}</Button>
          </div>
        </form>
      </FieldLabels>
    </Dialog>
  );
}
