/** Edits a condition as groups of comparisons or as JSON. Both views show the same draft. */

import { useState } from 'react';
import type { Condition } from '../../../shared/clients/typescript/index.ts';
import { parseJson, toJson } from '../../../shared/clients/typescript/index.ts';
import { TextArea } from '../forms/field.tsx';
import { conditionTexts as texts } from '../texts/conditions.ts';
import { Button } from '../ui/button.tsx';
import { ConditionPart } from './condition-nodes.tsx';
import {
  type ConditionDraft,
  type ConditionNode,
  isCondition,
  jsonOf,
  newComparison,
  newGroup,
  nodeOf,
  nodeProblem,
  partProblemOf,
} from './condition-tree.ts';
import { PlaygroundLink } from './playground-link.tsx';
import { useOperators } from './use-operators.ts';
import { type View, ViewSwitch } from './view-switch.tsx';

interface ConditionEditorProps {
  /** Label for screen readers. */
  label: string;
  value: Condition | null;
  onChange: (draft: ConditionDraft) => void;
  /** Text without a condition. */
  none?: string;
  /** The error of the API, shown at the part that it names. */
  refused?: string | undefined;
  /** The playground itself does not lead to the playground. */
  isPlayground?: boolean;
}

const textOf = (condition: unknown): string => toJson(condition, 2);

/** Parses a condition; null means no condition. */
function read(text: string): ConditionDraft & { node: ConditionNode | null } {
  let value: unknown;
  try {
    value = text.trim() === '' ? null : parseJson(text);
  } catch {
    return { condition: null, node: null, problem: texts.notJson };
  }
  if (value === null) return { condition: null, node: null, problem: undefined };
  return isCondition(value)
    ? { condition: value, node: nodeOf(value) ?? null, problem: undefined }
    : { condition: null, node: null, problem: texts.notCondition };
}

export function ConditionEditor({
  label,
  value,
  onChange,
  none = texts.none,
  refused,
  isPlayground = false,
}: ConditionEditorProps) {
  const operators = useOperators();
  const [view, setView] = useState<View>('builder');
  const [node, setNode] = useState<ConditionNode | null>(() => nodeOf(value) ?? null);
  const [text, setText] = useState(() => textOf(value));
  const [problem, setProblem] = useState<string>();

  const edit = (changed: ConditionNode | null) => {
    const json = changed && jsonOf(changed, operators.isUnary);
    setNode(changed);
    setText(textOf(json));
    onChange({
      condition: isCondition(json) ? json : null,
      problem: changed ? nodeProblem(changed) : undefined,
    });
  };
  const write = (changed: string) => {
    const { node: written, ...draft } = read(changed);
    setText(changed);
    setProblem(draft.problem);
    if (draft.problem === undefined) setNode(written);
    onChange(draft);
  };
  const show = (wanted: View) => {
    if (problem === undefined) setView(wanted);
  };
  return (
    <div className="stack tight condition-editor">
      <div className="row apart">
        <ViewSwitch what={label} view={view} onView={show} />
        {!isPlayground && <PlaygroundLink condition={problem === undefined ? read(text).condition : null} />}
      </div>
      {view === 'json' ? (
        <TextArea
          label={texts.json}
          isCode
          rows={10}
          value={text}
          error={problem ?? refused}
          onChange={({ target }) => write(target.value)}
        />
      ) : node === null ? (
        <div className="row">
          <span className="muted">{none}</span>
          <Button icon="plus" onClick={() => edit({ ...newGroup(), rules: [newComparison()] })}>
            {texts.add}
          </Button>
        </div>
      ) : (
        <>
          <ConditionPart
            node={node}
            operators={operators}
            onChange={edit}
            onRemove={undefined}
            path=""
            problem={refused === undefined ? undefined : partProblemOf(refused)}
          />
          <div>
            <Button variant="quiet" onClick={() => edit(null)}>
              {texts.remove}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
