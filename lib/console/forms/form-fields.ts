/** Connects fields with the values of a form, and with the errors of the form and the API. */
import type { FieldValues, Path, RegisterOptions, UseFormReturn } from 'react-hook-form';
import { problemOf } from '../api/problems.ts';

/** Returns the API's message about a field, by the name of the field. */
export function refusalsOf(error: unknown): (name: string) => string | undefined {
  const refused = error ? problemOf(error).fields : [];
  return (name) => refused.find(({ field }) => field === name)?.message;
}

/** Returns the error of a field, from the form or the API. */
export function fieldProblem<Fields extends FieldValues>(
  { getFieldState, formState }: UseFormReturn<Fields>,
  error: unknown,
  name: Path<Fields>,
): string | undefined {
  const refused = error ? problemOf(error).fields : [];
  const own = getFieldState(name, formState).error?.message;
  return own ?? refused.find(({ field }) => field.split(/[.[]/, 1)[0] === name)?.message;
}

/** Returns the props of a form's fields: the registration of each, and its error. */
export function fieldsOf<Fields extends FieldValues>(form: UseFormReturn<Fields>, error: unknown) {
  return <Name extends Path<Fields>>(name: Name, rules?: RegisterOptions<Fields, Name>) => ({
    ...form.register(name, rules),
    error: fieldProblem(form, error, name),
  });
}
