/** A condition as a part of a form. */
import { ConditionEditor } from './condition-editor.tsx';
import type { ConditionDraft } from './condition-tree.ts';

interface ConditionFieldProps {
  title: string;
  hint: string;
  /** What is said where there is no condition. */
  none: string;
  draft: ConditionDraft;
  onChange: (draft: ConditionDraft) => void;
  /** What the API says is wrong with it. */
  refused: string | undefined;
  /** What the form says is wrong with it. */
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

/** Why a condition that may be left out cannot be saved; true when it can. */
export const checkCondition = ({ problem }: ConditionDraft): string | true => problem ?? true;
