/** A condition as a form field. */
import { ConditionEditor } from './condition-editor.tsx';
import type { ConditionDraft } from './condition-tree.ts';

interface ConditionFieldProps {
  title: string;
  hint: string;
  /** Text without a condition. */
  none: string;
  draft: ConditionDraft;
  onChange: (draft: ConditionDraft) => void;
  /** The error of the API. */
  refused: string | undefined;
  /** The error of the form. */
  problem: string | undefined;
}

export function ConditionField({
  title,
  hint,
  none,
  draft,
  onChange,
  refused,
  problem,
}: ConditionFieldProps) {
  return (
    <fieldset className="card stack">
      <legend>{title}</legend>
      <p className="muted small">{hint}</p>
      <ConditionEditor
        label={title}
        none={none}
        value={draft.condition}
        onChange={onChange}
        refused={refused}
      />
      {problem && <span className="field-error">{problem}</span>}
    </fieldset>
  );
}

/** Validates an optional condition. Returns the reason why it cannot be saved, or true. */
export const checkCondition = ({ problem }: ConditionDraft): string | true => problem ?? true;
