import type { ReactNode } from 'react';
import { type FieldValues, FormProvider, type SubmitHandler, type UseFormReturn } from 'react-hook-form';
import { uiTexts } from '../texts/ui.ts';
import { Button } from '../ui/button.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { FieldLabels } from './field-labels.tsx';
import { FormBody } from './form-body.tsx';
import { SaveProblem } from './save-problem.tsx';
import { UnsavedGuard } from './unsaved-guard.tsx';

/** What a form gets from the page that saves it. */
export interface FormFrame<Fields extends FieldValues> {
  /** The write that sends the form. Its success allows leaving the page. */
  saving: { error: unknown; isPending: boolean; isSuccess: boolean };
  /** The page to open without saving; a form on the page of its resource has none. */
  cancelTo?: string;
  onSave: SubmitHandler<Fields>;
  /** Overwrites changes of another user. */
  onOverwrite?: SubmitHandler<Fields>;
  onReload?: () => void;
}

interface ResourceFormProps<Fields extends FieldValues> extends FormFrame<Fields> {
  form: UseFormReturn<Fields>;
  /** By default "Save". */
  submitLabel?: string;
  /** Replaces the button for callers who may not save. */
  readOnlyHint?: string | undefined;
  children: ReactNode;
}

/** The frame of a form: errors, buttons, and a guard against unsaved changes. */
export function ResourceForm<Fields extends FieldValues>(props: ResourceFormProps<Fields>) {
  const { form, saving, cancelTo, onSave, onOverwrite, onReload, children } = props;
  const { submitLabel = uiTexts.save, readOnlyHint } = props;
  return (
    <FieldLabels>
      <form className="form" onSubmit={form.handleSubmit(onSave)} noValidate>
        <UnsavedGuard isDirty={form.formState.isDirty && !saving.isSuccess} />
        <SaveProblem
          error={saving.error}
          {...(onOverwrite && { onOverwrite: () => void form.handleSubmit(onOverwrite)() })}
          {...(onReload && { onReload })}
        />
        <FormProvider {...form}>
          <FormBody isSaving={saving.isPending}>{children}</FormBody>
        </FormProvider>
        {readOnlyHint === undefined ? (
          <div className="form-actions">
            <Button variant="primary" type="submit" isBusy={saving.isPending}>
              {submitLabel}
            </Button>
            {cancelTo !== undefined && <LinkButton to={cancelTo}>{uiTexts.cancel}</LinkButton>}
          </div>
        ) : (
          <p className="muted small">{readOnlyHint}</p>
        )}
      </form>
    </FieldLabels>
  );
}
