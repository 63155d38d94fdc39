/** The condition of a form as its field. */
import { useController } from 'react-hook-form';
import { ConditionEditor } from './condition-editor.tsx';
import { type ConditionDraft, checkCondition } from './condition-tree.ts';

interface ConditionFieldProps {
  texts: { condition: string; conditionHint: string; conditionNone: string };
  /** The error of the API. */
  refused: string | undefined;
  /** Whether the form cannot be saved without one. */
  isRequired?: boolean;
}

/** The field `condition` of the form around it. */
export function ConditionField({ texts, refused, isRequired = false }: ConditionFieldProps) {
  const { field, fieldState } = useController<{ condition: ConditionDraft }, 'condition'>({
    name: 'condition',
    rules: { validate: (draft) => checkCondition(draft, isRequired ? texts.conditionNone : undefined) },
  });
  const problem = fieldState.error?.message;
  return (
    <fieldset className="card stack">
      <legend>{texts.condition}</legend>
      <p className="muted small">{texts.conditionHint}</p>
      <ConditionEditor
        label={texts.condition}
        none={texts.conditionNone}
        value={field.value.condition}
        onChange={field.onChange}
        refused={refused}
      />
      {problem && <span className="field-error">{problem}</span>}
    </fieldset>
  );
}
