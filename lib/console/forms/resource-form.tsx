import type { ReactNode } from 'react';
import type { FieldValues, Path, SubmitHandler, UseFormReturn } from 'react-hook-form';
import { problemOf } from '../api/problems.ts';
import { uiTexts } from '../texts/ui.ts';
import { Button } from '../ui/button.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { SaveProblem } from './save-problem.tsx';
import { UnsavedGuard } from './unsaved-guard.tsx';

interface ResourceFormProps<Fields extends FieldValues> {
  form: UseFormReturn<Fields>;
  /** The error of saving. */
  error: unknown;
  isSaving: boolean;
  /** Allows leaving the page after saving. */
  isSaved: boolean;
  cancelTo: string;
  onSave: SubmitHandler<Fields>;
  /** Overwrites changes of another user. */
  onOverwrite?: SubmitHandler<Fields>;
  onReload?: () => void;
  /** By default "Save". */
  submitLabel?: string;
  children: ReactNode;
}

/** The frame of a form page: errors, buttons, and a guard against unsaved changes. */
export function ResourceForm<Fields extends FieldValues>(props: ResourceFormProps<Fields>) {
  const { form, error, isSaving, isSaved, cancelTo, onSave, onOverwrite, onReload, children } = props;
  const { submitLabel = uiTexts.save } = props;
  return (
    <form className="form" onSubmit={form.handleSubmit(onSave)} noValidate>
      <UnsavedGuard isDirty={form.formState.isDirty && !isSaved} />
      <SaveProblem
        error={error}
        {...(onOverwrite && { onOverwrite: () => void form.handleSubmit(onOverwrite)() })}
        {...(onReload && { onReload })}
      />
      {children}
      <div className="form-actions">
        <Button variant="primary" type="submit" isBusy={isSaving}>
          {submitLabel}
        </Button>
        <LinkButton to={cancelTo}>{uiTexts.cancel}</LinkButton>
      </div>
    </form>
  );
}

/** The error of a field, from the form or the API. */
export function fieldProblem<Fields extends FieldValues>(
  { getFieldState, formState }: UseFormReturn<Fields>,
  error: unknown,
  name: Path<Fields>,
): string | undefined {
  const refused = error ? problemOf(error).fields : [];
  const own = getFieldState(name, formState).error?.message;
  return own ?? refused.find(({ field }) => field.split('.')[0] === name)?.message;
}
