/** The nodes of a condition as form controls. */
import { SelectField, TextField } from '../forms/field.tsx';
import { conditionTexts as texts } from '../texts/conditions.ts';
import { Button } from '../ui/button.tsx';
import {
  type Comparison,
  type ConditionNode,
  type Group,
  memberPath,
  newComparison,
  newGroup,
  type PartProblem,
} from './condition-tree.ts';
import type { Operators } from './use-operators.ts';

interface NodeProps<Node> {
  node: Node;
  operators: Operators;
  onChange: (node: Node) => void;
  /** Undefined for the condition itself. */
  onRemove: (() => void) | undefined;
  /** Path of the node in the condition. */
  path: string;
  /** The error of the API, shown at its part. */
  problem: PartProblem | undefined;
}

function PartError({ path, problem }: Pick<NodeProps<ConditionNode>, 'path' | 'problem'>) {
  return problem?.path === path && <span className="field-error part-error">{problem.message}</span>;
}

function ComparisonRow({ node, operators, onChange, onRemove, path, problem }: NodeProps<Comparison>) {
  const change = (part: Partial<Comparison>) => onChange({ ...node, ...part });
  const { comparisons, isKnown, isUnary } = operators;
  return (
    <div className="comparison">
      <TextField
        label={texts.field}
        placeholder={texts.fieldHint}
        value={node.field}
        autoCapitalize="off"
        onChange={({ target }) => change({ field: target.value })}
      />
      {!isKnown ? (
        <TextField
          label={texts.operator}
          value={node.operator}
          onChange={({ target }) => change({ operator: target.value })}
        />
      ) : (
        <SelectField
          label={texts.operator}
          value={node.operator}
          title={comparisons.find(({ operator }) => operator === node.operator)?.description}
          onChange={({ target }) => change({ operator: target.value })}
        >
          {comparisons.every(({ operator }) => operator !== node.operator) && (
            <option>{node.operator}</option>
          )}
          {comparisons.map(({ operator }) => (
            <option key={operator}>{operator}</option>
          ))}
        </SelectField>
      )}
      {!isUnary(node.operator) && (
        <>
          <SelectField
            label={texts.compareWith}
            value={node.comparedWith}
            onChange={({ target }) => change({ comparedWith: target.value === 'field' ? 'field' : 'value' })}
          >
            <option value="value">{texts.kinds.value}</option>
            <option value="field">{texts.kinds.field}</option>
          </SelectField>
          <TextField
            label={node.comparedWith === 'field' ? texts.otherField : texts.value}
            placeholder={node.comparedWith === 'field' ? texts.fieldHint : texts.valueHint}
            value={node.text}
            autoCapitalize="off"
            onChange={({ target }) => change({ text: target.value })}
          />
        </>
      )}
      {onRemove && (
        <Button
          variant="quiet"
          icon="close"
          aria-label={texts.removeComparison(node.field)}
          onClick={onRemove}
        />
      )}
      <PartError path={path} problem={problem} />
    </div>
  );
}

function GroupFrame({ node, operators, onChange, onRemove, path, problem }: NodeProps<Group>) {
  const set = (rules: readonly ConditionNode[]) => onChange({ ...node, rules });
  const { groups } = operators;
  return (
    <fieldset className="condition-group">
      <legend className="unseen">{texts.group}</legend>
      <div className="row apart">
        <SelectField
          label={texts.holds}
          value={node.operator}
          onChange={({ target }) => onChange({ ...node, operator: target.value })}
          choices={groups.map((operator) => [operator, texts.groups[operator] ?? operator])}
        >
          {!groups.includes(node.operator) && <option>{node.operator}</option>}
        </SelectField>
        {onRemove && (
          <Button variant="quiet" icon="close" aria-label={texts.removeGroup} onClick={onRemove} />
        )}
      </div>
      <PartError path={path} problem={problem} />
      {node.rules.map((rule, index) => (
        <ConditionPart
          key={rule.key}
          path={memberPath(path, index)}
          problem={problem}
          node={rule}
          operators={operators}
          onChange={(changed) => set(node.rules.map((one) => (one.key === rule.key ? changed : one)))}
          onRemove={() => set(node.rules.filter(({ key }) => key !== rule.key))}
        />
      ))}
      <div className="row">
        <Button icon="plus" onClick={() => set([...node.rules, newComparison()])}>
          {texts.addComparison}
        </Button>
        <Button icon="plus" onClick={() => set([...node.rules, newGroup('OR')])}>
          {texts.addGroup}
        </Button>
      </div>
    </fieldset>
  );
}

export function ConditionPart({ node, ...rest }: NodeProps<ConditionNode>) {
  return node.kind === 'group' ? (
    <GroupFrame node={node} {...rest} />
  ) : (
    <ComparisonRow node={node} {...rest} />
  );
}
