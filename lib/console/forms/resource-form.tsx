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
  /** Why it could not be saved. */
  error: unknown;
  isSaving: boolean;
  /** Then the page may be left. */
  isSaved: boolean;
  cancelTo: string;
  onSave: SubmitHandler<Fields>;
  /** Saves over what another user has changed meanwhile. */
  onOverwrite?: SubmitHandler<Fields>;
  onReload?: () => void;
  /** By default "Save". */
  submitLabel?: string;
  children: ReactNode;
}

/** The frame of a form that is a page of its own: what could not be saved, the way out, and nothing typed is lost. */
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

/** What is wrong with a field, as the form or else the API says. */
export function fieldProblem<Fields extends FieldValues>(
  { getFieldState, formState }: UseFormReturn<Fields>,
  error: unknown,
  name: Path<Fields>,
): string | undefined {
  const refused = error ? problemOf(error).fields : [];
  const own = getFieldState(name, formState).error?.message;
  return own ?? refused.find(({ field }) => field.split('.')[0] === name)?.message;
}
