/** The nodes of a condition as form controls. */
import { SelectField, TextField } from '../forms/field.tsx';
import { conditionTexts as texts } from '../texts/conditions.ts';
import { Button } from '../ui/button.tsx';
import {
  type Comparison,
  type ConditionNode,
  elementPath,
  type Group,
  type ListNode,
  memberPath,
  newComparison,
  newGroup,
  newListNode,
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

/** The field and the operator of a comparison, or of a condition on a list: an operator of the other kind changes the kind. */
function FieldAndOperator({
  node,
  operators,
  onChange,
}: Pick<NodeProps<Comparison | ListNode>, 'node' | 'operators'> & {
  onChange: (node: ConditionNode) => void;
}) {
  const { comparisons, ofLists, isKnown } = operators;
  const { field, operator: current } = node;
  const all = [...comparisons, ...ofLists];
  const setOperator = (operator: string) => {
    const isOfList = ofLists.some((one) => one.operator === operator);
    if (isOfList === (node.kind === 'list')) onChange({ ...node, operator });
    else onChange(isOfList ? newListNode(field, operator) : { ...newComparison(), field, operator });
  };
  return (
    <>
      <TextField
        label={texts.field}
        placeholder={texts.fieldHint}
        value={field}
        autoCapitalize="off"
        onChange={({ target }) => onChange({ ...node, field: target.value })}
      />
      {!isKnown ? (
        <TextField
          label={texts.operator}
          value={current}
          onChange={({ target }) => onChange({ ...node, operator: target.value })}
        />
      ) : (
        <SelectField
          label={texts.operator}
          value={current}
          title={all.find(({ operator }) => operator === current)?.description}
          onChange={({ target }) => setOperator(target.value)}
        >
          {all.every(({ operator }) => operator !== current) && <option>{current}</option>}
          {all.map(({ operator }) => (
            <option key={operator}>{operator}</option>
          ))}
        </SelectField>
      )}
    </>
  );
}

function RemoveButton({ field, onRemove }: { field: string; onRemove: (() => void) | undefined }) {
  return (
    onRemove && (
      <Button variant="quiet" icon="close" aria-label={texts.removeComparison(field)} onClick={onRemove} />
    )
  );
}

/** What `ConditionPart` passes on; another kind of node may take the place of the node. */
type PartProps<Node> = Omit<NodeProps<Node>, 'onChange'> & { onChange: (node: ConditionNode) => void };

function ComparisonRow({ node, operators, onChange, onRemove, path, problem }: PartProps<Comparison>) {
  const change = (part: Partial<Comparison>) => onChange({ ...node, ...part });
  return (
    <div className="comparison">
      <FieldAndOperator node={node} operators={operators} onChange={onChange} />
      {!operators.isUnary(node.operator) && (
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
      <RemoveButton field={node.field} onRemove={onRemove} />
      <PartError path={path} problem={problem} />
    </div>
  );
}

function ListFrame({ node, operators, onChange, onRemove, path, problem }: PartProps<ListNode>) {
  const limits = ['min', 'max'] as const;
  return (
    <fieldset className="condition-group">
      <legend className="unseen">{texts.list}</legend>
      <div className="comparison">
        <FieldAndOperator node={node} operators={operators} onChange={onChange} />
        {(node.operator === 'COUNT' || node.min !== '' || node.max !== '') &&
          limits.map((name) => (
            <TextField
              key={name}
              label={texts.limits[name]}
              inputMode="numeric"
              value={node[name]}
              onChange={({ target }) => onChange({ ...node, [name]: target.value })}
            />
          ))}
        <RemoveButton field={node.field} onRemove={onRemove} />
        <PartError path={path} problem={problem} />
      </div>
      <span className="small muted">{texts.element}</span>
      <ConditionPart
        path={elementPath(path)}
        problem={problem}
        node={node.condition}
        operators={operators}
        onChange={(condition) => onChange({ ...node, condition })}
        onRemove={undefined}
      />
    </fieldset>
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
  if (node.kind === 'group') return <GroupFrame node={node} {...rest} />;
  if (node.kind === 'list') return <ListFrame node={node} {...rest} />;
  return <ComparisonRow node={node} {...rest} />;
}
