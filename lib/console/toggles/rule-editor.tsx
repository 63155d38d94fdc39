/** One rule of a toggle: its condition, its share of callers, and its value. */
import { useId } from 'react';
import { ConditionEditor } from '../conditions/condition-editor.tsx';
import { CheckField, SelectField, TextField } from '../forms/field.tsx';
import { targetingTexts } from '../texts/targeting.ts';
import { Button } from '../ui/button.tsx';
import { newVariant, percentageProblem, type RuleDraft, totalOf, type VariantDraft } from './rule-draft.ts';
import type { ToggleType } from './toggle-values.ts';
import { ValueInput } from './value-input.tsx';

const texts = targetingTexts.rules;

export interface SegmentChoice {
  id: string;
  name: string;
}

interface RuleEditorProps {
  rule: RuleDraft;
  /** From 1. */
  number: number;
  count: number;
  type: ToggleType;
  segments: readonly SegmentChoice[];
  onChange: (rule: RuleDraft) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

function Variants({ rule, type, onChange }: Pick<RuleEditorProps, 'rule' | 'type' | 'onChange'>) {
  const set = (variants: readonly VariantDraft[]) => onChange({ ...rule, variants });
  const change = (key: string, part: Partial<VariantDraft>) =>
    set(rule.variants.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const total = totalOf(rule.variants);
  return (
    <div className="stack tight">
      {rule.variants.map(({ key, name, value, weight }, index) => (
        <div className="variant" key={key}>
          <TextField
            label={texts.variantName(index + 1)}
            value={name}
            maxLength={100}
            onChange={({ target }) => change(key, { name: target.value })}
          />
          <ValueInput
            type={type}
            label={texts.variantValue(index + 1)}
            value={value}
            onValue={(text) => change(key, { value: text })}
          />
          <TextField
            label={texts.variantWeight(index + 1)}
            inputMode="decimal"
            value={weight}
            onChange={({ target }) => change(key, { weight: target.value })}
          />
          {rule.variants.length > 1 && (
            <Button
              variant="quiet"
              icon="close"
              aria-label={texts.removeVariant(index + 1)}
              onClick={() => set(rule.variants.filter((one) => one.key !== key))}
            />
          )}
        </div>
      ))}
      <div className="row apart">
        <Button
          icon="plus"
          onClick={() => set([...rule.variants, newVariant(type, rule.variants.length + 1, '0')])}
        >
          {texts.addVariant}
        </Button>
        <span className={total > 0 ? 'muted small' : 'field-error'} role="status">
          {total > 0 ? texts.total(total) : texts.noWeight}
        </span>
      </div>
    </div>
  );
}

export function SegmentChoices(props: {
  label: string;
  choices: readonly SegmentChoice[];
  chosen: readonly string[];
  onChosen: (ids: readonly string[]) => void;
}) {
  const { label, choices, chosen, onChosen } = props;
  return (
    <fieldset className="stack tight">
      <legend>{label}</legend>
      {choices.length === 0 && <span className="muted small">{texts.noSegments}</span>}
      <div className="segment-choices">
        {choices.map(({ id, name }) => (
          <CheckField
            key={id}
            label={name}
            checked={chosen.includes(id)}
            onChange={({ target }) =>
              onChosen(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

export function RuleEditor(props: RuleEditorProps) {
  const { rule, number, count, type, segments, onChange, onMove, onRemove } = props;
  const titleId = useId();
  const change = (part: Partial<RuleDraft>) => onChange({ ...rule, ...part });
  return (
    <section className="rule" aria-labelledby={titleId}>
      <div className="row apart">
        <h3 id={titleId}>{texts.of(number, rule.name)}</h3>
        <div className="row">
          <Button
            variant="quiet"
            icon="up"
            aria-label={texts.up(number)}
            disabled={number === 1}
            onClick={() => onMove(-1)}
          />
          <Button
            variant="quiet"
            icon="down"
            aria-label={texts.down(number)}
            disabled={number === count}
            onClick={() => onMove(1)}
          />
          <Button variant="quiet" icon="close" aria-label={texts.remove(number)} onClick={onRemove} />
        </div>
      </div>
      <div className="form-columns">
        <TextField
          label={texts.name}
          hint={texts.nameHint}
          value={rule.name}
          maxLength={100}
          onChange={({ target }) => change({ name: target.value })}
        />
        <TextField
          label={texts.percentage}
          hint={texts.percentageHint}
          inputMode="decimal"
          value={rule.percentage}
          error={percentageProblem(rule.percentage)}
          onChange={({ target }) => change({ percentage: target.value })}
        />
        <TextField
          label={texts.stickiness}
          hint={texts.stickinessHint}
          value={rule.stickiness}
          maxLength={200}
          onChange={({ target }) => change({ stickiness: target.value })}
        />
        <TextField
          label={texts.groupId}
          hint={texts.groupIdHint}
          value={rule.groupId}
          maxLength={200}
          onChange={({ target }) => change({ groupId: target.value })}
        />
      </div>
      <fieldset className="stack tight">
        <legend>{texts.condition}</legend>
        <ConditionEditor
          label={`${texts.of(number, rule.name)}, ${texts.condition}`}
          none={texts.everyone}
          value={rule.condition}
          onChange={({ condition, problem }) => change({ condition, conditionProblem: problem })}
        />
      </fieldset>
      <SegmentChoices
        label={texts.segments}
        choices={segments}
        chosen={rule.segments}
        onChosen={(ids) => change({ segments: ids })}
      />
      <div className="form-columns">
        <SelectField
          label={texts.serve}
          value={rule.serves}
          onChange={({ target }) => change({ serves: target.value === 'variants' ? 'variants' : 'value' })}
        >
          <option value="value">{texts.serves.value}</option>
          <option value="variants">{texts.serves.variants}</option>
        </SelectField>
        {rule.serves === 'value' && (
          <ValueInput
            type={type}
            label={texts.value}
            value={rule.value}
            onValue={(value) => change({ value })}
          />
        )}
      </div>
      {rule.serves === 'variants' && <Variants rule={rule} type={type} onChange={onChange} />}
    </section>
  );
}
