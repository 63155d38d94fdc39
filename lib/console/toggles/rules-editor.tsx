/** The ordered rules of a toggle as forms or as JSON. Both views show the same draft. */

import { useState } from 'react';
import { parseJson, toJson } from '../../../shared/clients/typescript/index.ts';
import { type View, ViewSwitch } from '../conditions/view-switch.tsx';
import { TextArea } from '../forms/field.tsx';
import { conditionTexts } from '../texts/conditions.ts';
import { targetingTexts } from '../texts/targeting.ts';
import { Button } from '../ui/button.tsx';
import { draftsOf, newRule, type RuleDraft, ruleOf } from './rule-draft.ts';
import { RuleEditor, type SegmentChoice } from './rule-editor.tsx';
import type { ToggleType } from './toggle-values.ts';
import './rules.css';

const texts = targetingTexts.rules;

interface RulesEditorProps {
  type: ToggleType;
  rules: readonly RuleDraft[];
  segments: readonly SegmentChoice[];
  onChange: (rules: readonly RuleDraft[]) => void;
  /** While the JSON is invalid, the rules must not be saved. */
  onProblem: (problem: string | undefined) => void;
}

const jsonOf = (type: ToggleType, rules: readonly RuleDraft[]): string =>
  toJson(
    rules.map((rule) => ruleOf(type, rule)),
    2,
  );

function read(type: ToggleType, text: string): { rules?: RuleDraft[]; problem?: string } {
  try {
    const rules = draftsOf(type, parseJson(text));
    return rules === undefined ? { problem: texts.notRules } : { rules };
  } catch {
    return { problem: conditionTexts.notJson };
  }
}

/** Moves the rule at an index by one. */
function moved(rules: readonly RuleDraft[], index: number, by: -1 | 1): RuleDraft[] {
  const rest = rules.filter((_, at) => at !== index);
  return rest.toSpliced(index + by, 0, ...rules.slice(index, index + 1));
}

export function RulesEditor({ type, rules, segments, onChange, onProblem }: RulesEditorProps) {
  const [view, setView] = useState<View>('builder');
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const write = (changed: string) => {
    const found = read(type, changed);
    setText(changed);
    setProblem(found.problem);
    onProblem(found.problem);
    if (found.rules !== undefined) onChange(found.rules);
  };
  const show = (wanted: View) => {
    // Invalid values of rules have no JSON; their forms show the errors.
    if (problem !== undefined || rules.some((rule) => !isJson(type, rule))) return;
    if (wanted === 'json') setText(jsonOf(type, rules));
    setView(wanted);
  };
  return (
    <div className="stack">
      <ViewSwitch what={texts.title} view={view} onView={show} />
      {view === 'json' ? (
        <TextArea
          label={texts.json}
          isCode
          rows={18}
          value={text}
          error={problem}
          onChange={({ target }) => write(target.value)}
        />
      ) : (
        <>
          {rules.length === 0 && <p className="muted">{texts.none}</p>}
          {rules.map((rule, index) => (
            <RuleEditor
              key={rule.key}
              rule={rule}
              number={index + 1}
              count={rules.length}
              type={type}
              segments={segments}
              onChange={(changed) => onChange(rules.map((one) => (one.key === rule.key ? changed : one)))}
              onMove={(by) => onChange(moved(rules, index, by))}
              onRemove={() => onChange(rules.filter(({ key }) => key !== rule.key))}
            />
          ))}
          <div>
            <Button icon="plus" onClick={() => onChange([...rules, newRule(type)])}>
              {texts.add}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

/** Whether the values of the rule can be written as JSON. */
function isJson(type: ToggleType, rule: RuleDraft): boolean {
  try {
    ruleOf(type, rule);
    return true;
  } catch {
    return false;
  }
}
