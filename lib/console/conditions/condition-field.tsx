/** A condition as a form field. */
import { ConditionEditor } from './condition-editor.tsx';
import type { ConditionDraft } from './condition-tree.ts';

interface ConditionFieldProps {
  texts: { condition: string; conditionHint: string; conditionNone: string };
  /** The field of the form. */
  field: { value: ConditionDraft; onChange: (draft: ConditionDraft) => void };
  /** The error of the API. */
  refused: string | undefined;
  /** The error of the form. */
  problem: string | undefined;
}

export function ConditionField({ texts, field, refused, problem }: ConditionFieldProps) {
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

/** Validates an optional condition. Returns the reason why it cannot be saved, or true. */
export const checkCondition = ({ problem }: ConditionDraft): string | true => problem ?? true;
