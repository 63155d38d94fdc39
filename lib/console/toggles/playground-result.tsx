/** What the playground found: the value with its reason, a line per rule, and the other toggles. */
import { toJson } from '../../../shared/clients/typescript/index.ts';
import { playgroundTexts as texts } from '../texts/targeting.ts';
import { Attribute, Attributes, CodeAttribute } from '../ui/attributes.tsx';
import { Badge } from '../ui/badge.tsx';
import { Card, Section } from '../ui/card.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import type { Tone } from '../ui/notice.tsx';
import { type Column, DataTable } from '../ui/table.tsx';
import { valueInWords } from './toggle-values.ts';

interface RuleLine {
  index: number;
  name: string | null;
  percentage: number;
  outcome: keyof typeof texts.outcomes;
}

interface EvaluatedToggle {
  identifier: string;
  value: string;
  variant: string;
  reason: keyof typeof texts.reasons;
}

export interface Outcome {
  value: unknown;
  variant: string;
  reason: keyof typeof texts.reasons;
  source: 'override' | 'default';
  rule: { index: number; name: string | null } | null;
  failedPrerequisite: { identifier: string; expected?: unknown; actual?: unknown } | null;
  error: { code: string; message: string } | null;
  rules: readonly RuleLine[];
  toggles: readonly EvaluatedToggle[] | null;
  context: Record<string, unknown>;
}

const tones: Readonly<Record<RuleLine['outcome'], Tone>> = {
  decided: 'good',
  condition: 'calm',
  segments: 'calm',
  percentage: 'warn',
  no_key: 'warn',
  failed: 'bad',
  not_tried: 'calm',
};

function Rules({ of }: { of: readonly RuleLine[] }) {
  return (
    <ol className="plain-list stack tight" aria-label={texts.rules}>
      {of.map(({ index, name, percentage, outcome }) => (
        <li key={index} className="row">
          <Badge tone={tones[outcome]}>{texts.outcomes[outcome]}</Badge>
          <span className="break">
            {texts.ruleOf(index + 1, name)}: {texts.explain[outcome](percentage)}
          </span>
        </li>
      ))}
    </ol>
  );
}

const columns: readonly Column<EvaluatedToggle>[] = [
  { title: texts.toggle, cell: ({ identifier }) => <code className="break">{identifier}</code> },
  { title: texts.value, cell: ({ value }) => <code className="break">{value}</code> },
  { title: texts.variant, cell: ({ variant }) => <span className="break">{variant}</span> },
  { title: texts.reason, cell: ({ reason }) => texts.reasons[reason] },
];

export function PlaygroundResult({ of, isOld }: { of: Outcome; isOld: boolean }) {
  const { value, variant, reason, rule, rules, source, error, context, failedPrerequisite, toggles } = of;
  const isOff = reason === 'ERROR' || reason === 'DISABLED' || reason === 'PREREQUISITE_FAILED';
  return (
    <div className={isOld ? 'stack old-result' : 'stack'}>
      {isOld && (
        <p role="status">
          <strong>{texts.isOld}</strong>
        </p>
      )}
      <Card title={texts.result}>
        <div className="stack" aria-live="polite">
          <Attributes>
            <CodeAttribute name={texts.value}>{valueInWords(value)}</CodeAttribute>
            <CodeAttribute name={texts.variant}>{variant}</CodeAttribute>
            <Attribute name={texts.reason}>
              <span className="row">
                <Badge tone={isOff ? 'warn' : 'accent'}>{reason}</Badge>
                {texts.reasons[reason]}
              </span>
            </Attribute>
            <Attribute name={texts.rule}>
              {rule === null ? texts.noRule : texts.ruleOf(rule.index + 1, rule.name)}
            </Attribute>
            {failedPrerequisite && (
              <CodeAttribute name={texts.prerequisite}>
                {texts.failed(
                  failedPrerequisite.identifier,
                  valueInWords(failedPrerequisite.actual),
                  valueInWords(failedPrerequisite.expected),
                )}
              </CodeAttribute>
            )}
            <Attribute name={texts.source}>{texts.sources[source]}</Attribute>
          </Attributes>
          {rules.length > 0 && <Rules of={rules} />}
          {error && <p className="field-error">{error.message}</p>}
          <CodeBlock what={texts.seen} text={toJson(context, 2)} />
        </div>
      </Card>
      {toggles && (
        <Section title={texts.all}>
          <DataTable
            caption={texts.all}
            columns={columns}
            rows={toggles}
            keyOf={({ identifier }) => identifier}
          />
        </Section>
      )}
    </div>
  );
}
