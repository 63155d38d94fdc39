/** Shows a condition, with the results of its comparisons after a test. */
import type { Comparison as MadeComparison, Trace } from '../../../shared/clients/typescript/index.ts';
import { conditionTexts as texts } from '../texts/conditions.ts';
import { Badge } from '../ui/badge.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { readableJson } from '../ui/readable-json.ts';
import {
  type Comparison,
  type ConditionNode,
  elementPath,
  isShallow,
  type ListNode,
  memberPath,
  nodeOf,
  textOfValue,
} from './condition-tree.ts';
import './conditions.css';

interface PartProps<Node> {
  node: Node;
  path: string;
  /** Undefined without a test. */
  trace: Trace | undefined;
}

function Result({ made }: { made: MadeComparison | undefined }) {
  if (made === undefined) return <Badge tone="calm">{texts.outcomes.notMade}</Badge>;
  return (
    <>
      <Badge tone={made.result ? 'good' : 'bad'}>
        {made.result ? texts.outcomes.holds : texts.outcomes.fails}
      </Badge>
      <span className="small muted">
        {made.actual === undefined ? texts.outcomes.missing : texts.outcomes.was}
        {made.actual !== undefined && <code className="break">{textOfValue(made.actual)}</code>}
      </span>
    </>
  );
}

function ComparisonLine({ node, path, trace }: PartProps<Comparison>) {
  const { field, operator, text, comparedWith } = node;
  return (
    <div className="row outline-comparison">
      <span className="break">
        <code>{field}</code> <strong>{operator}</strong> {comparedWith === 'field' && texts.ofField}
        <code>{text}</code>
      </span>
      {trace && <Result made={trace.comparisons.find((made) => made.path === path)} />}
    </div>
  );
}

function ListLines({ node, path, trace }: PartProps<ListNode>) {
  const { field, operator, min, max, condition } = node;
  const limits = [min && `${texts.limits.min} ${min}`, max && `${texts.limits.max} ${max}`].filter(Boolean);
  return (
    <div className="outline-group">
      <div className="row outline-comparison">
        <span className="break">
          <code>{field}</code> <strong>{operator}</strong> {limits.join(', ')}
        </span>
        {trace && <Result made={trace.comparisons.find((made) => made.path === path)} />}
      </div>
      <ul>
        <li>
          <Part node={condition} path={elementPath(path)} trace={undefined} />
        </li>
      </ul>
    </div>
  );
}

function Part({ node, path, trace }: PartProps<ConditionNode>) {
  if (node.kind === 'list') return <ListLines node={node} path={path} trace={trace} />;
  if (node.kind === 'comparison') return <ComparisonLine node={node} path={path} trace={trace} />;
  return (
    <div className="outline-group">
      <span className="small muted">{texts.groups[node.operator] ?? node.operator}</span>
      <ul>
        {node.rules.map((rule, index) => (
          <li key={rule.key}>
            <Part node={rule} path={memberPath(path, index)} trace={trace} />
          </li>
        ))}
      </ul>
    </div>
  );
}

export function ConditionOutline({ condition, trace }: { condition: unknown; trace?: Trace | undefined }) {
  if (!isShallow(condition)) return <p className="muted">{texts.tooDeep}</p>;
  const node = nodeOf(condition);
  return node === undefined ? (
    <CodeBlock what={texts.json} text={readableJson(condition)} />
  ) : (
    <Part node={node} path="" trace={trace} />
  );
}

/** Comparisons of an unavailable condition, in order of evaluation. */
export function MadeComparisons({ of }: { of: readonly MadeComparison[] }) {
  return (
    <ul className="plain-list stack tight">
      {of.map((made) => (
        <li key={made.path} className="row outline-comparison">
          <span className="break">
            <code>{made.field}</code> <strong>{made.operator}</strong>{' '}
            {made.expected !== undefined && <code>{textOfValue(made.expected)}</code>}
          </span>
          <Result made={made} />
        </li>
      ))}
    </ul>
  );
}
