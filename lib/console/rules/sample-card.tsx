/** Tests the rule of a form on a sample. */
import type { paths } from '../../../shared/clients/typescript/index.ts';
import { TextArea } from '../forms/field.tsx';
import { parseJsonObject } from '../forms/json-object.ts';
import { ruleTexts } from '../texts/rules.ts';
import { Card } from '../ui/card.tsx';
import { Notice, ProblemNotice } from '../ui/notice.tsx';
import { LatestRecordButton } from './latest-record-button.tsx';
import { RuleOutcome } from './rule-outcome.tsx';

const texts = ruleTexts.check;

type Validation =
  paths['/api/business_rules/rules/validate']['post']['responses'][200]['content']['application/json'];

interface SampleCardProps {
  entityType: string;
  condition: unknown;
  sample: string;
  onSample: (text: string) => void;
  check: Validation | undefined;
  error: unknown;
}

export function SampleCard({ entityType, condition, sample, onSample, check, error }: SampleCardProps) {
  const { evaluation, warnings = [] } = check ?? {};
  const isWrong = parseJsonObject(sample) === undefined;
  return (
    <Card title={texts.title}>
      <div className="stack">
        <p className="muted small">{texts.intro}</p>
        <TextArea
          label={texts.sample}
          isCode
          rows={6}
          value={sample}
          error={isWrong ? texts.notJson : undefined}
          onChange={({ target }) => onSample(target.value)}
        />
        <LatestRecordButton entityType={entityType} onSample={onSample} />
        {error !== null && error !== undefined && <ProblemNotice error={error} />}
        {warnings.length > 0 && (
          <Notice tone="warn" title={texts.warnings}>
            <ul>
              {warnings.map((warning) => (
                <li key={warning} className="break">
                  {warning}
                </li>
              ))}
            </ul>
          </Notice>
        )}
        {evaluation ? (
          <RuleOutcome
            condition={condition}
            of={{
              ...evaluation,
              isTrial: true,
              // Included in the warnings.
              missingFields: undefined,
              actions: evaluation.actionsExecuted?.results ?? [],
            }}
          />
        ) : (
          sample !== '' && <p className="muted">{texts.incomplete}</p>
        )}
      </div>
    </Card>
  );
}
