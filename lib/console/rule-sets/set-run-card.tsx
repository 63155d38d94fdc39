/** Tests and executes the rules of a set on an entered record. */
import { useState } from 'react';
import { Link } from 'react-router';
import {
  type ExecutedRule,
  orThrow,
  type RuleExecution,
  type RuleSetDetail,
} from '../../../shared/clients/typescript/index.ts';
import { useWrite } from '../api/queries.ts';
import { MadeComparisons } from '../conditions/condition-outline.tsx';
import { RunForm, type RunInput } from '../rules/run-form.tsx';
import { ruleSetTexts } from '../texts/rule-sets.ts';
import { ruleTexts } from '../texts/rules.ts';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import type { Tone } from '../ui/notice.tsx';
import { duration } from '../ui/times.ts';
import { useToast } from '../ui/toasts.tsx';

const texts = ruleSetTexts.run;

const tones: Readonly<Record<ExecutedRule['result'], Tone>> = {
  SUCCESS: 'good',
  FAILURE: 'warn',
  ERROR: 'bad',
  SKIPPED: 'calm',
};

function RuleResult({ of }: { of: ExecutedRule }) {
  const { id, ruleName, result, reason, message, error, trace } = of;
  return (
    <li className="stack tight">
      <div className="row">
        <Link to={`/rules/${id}`} className="break">
          {ruleName}
        </Link>
        <Badge tone={tones[result]}>{ruleTexts.results[result]}</Badge>
        {(error ?? message ?? reason) && (
          <span className="small muted break">{error ?? message ?? reason}</span>
        )}
      </div>
      {trace?.decidedBy && <MadeComparisons of={[trace.decidedBy]} />}
    </li>
  );
}

export function SetRunCard({ set }: { set: RuleSetDetail }) {
  const [execution, setExecution] = useState<RuleExecution>();
  const toast = useToast();
  const running = useWrite(
    (api, body: RunInput) =>
      orThrow(api.POST('/api/business_rules/sets/{id}/execute', { params: { path: { id: set.id } }, body })),
    ['ruleLogs'],
  );
  const run = (input: RunInput) =>
    running.mutate(input, {
      onSuccess: (done) => {
        setExecution(done);
        if (!input.dryRun) toast(texts.executed);
      },
    });
  return (
    <Card title={texts.title}>
      <RunForm
        intro={texts.intro}
        entityType={undefined}
        error={running.error}
        isBusy={running.isPending}
        onRun={run}
      >
        {execution && (
          <div className="stack" aria-live="polite">
            <div className="row">
              <Badge tone={execution.allowed ? 'good' : 'bad'}>
                {execution.allowed ? texts.allowed : texts.blocked}
              </Badge>
              <span className="small muted">{texts.took(duration(execution.totalExecutionTime))}</span>
            </div>
            <ol className="set-results">
              {execution.executedRules.map((rule) => (
                <RuleResult key={rule.id} of={rule} />
              ))}
            </ol>
          </div>
        )}
      </RunForm>
    </Card>
  );
}
