/** Tests and executes a rule on an entered record. */
import { useState } from 'react';
import { Link } from 'react-router';
import { orThrow, type Rule } from '../../../shared/clients/typescript/index.ts';
import { useWrite } from '../api/queries.ts';
import { useMay } from '../session/session.ts';
import { ruleTexts } from '../texts/rules.ts';
import { Card } from '../ui/card.tsx';
import { useToast } from '../ui/toasts.tsx';
import { type Outcome, RuleOutcome } from './rule-outcome.tsx';
import { RunForm, type RunInput } from './run-form.tsx';

const texts = ruleTexts.run;

export function RunCard({ rule }: { rule: Rule }) {
  const [outcome, setOutcome] = useState<Outcome & { logId: string | undefined }>();
  const toast = useToast();
  const mayReadLog = useMay()('business_rules.logs.view');
  const running = useWrite(
    (api, body: RunInput) =>
      orThrow(
        api.POST('/api/business_rules/execute/{ruleId}', { params: { path: { ruleId: rule.id } }, body }),
      ),
    ['ruleLogs'],
  );
  const run = (input: RunInput) =>
    running.mutate(input, {
      onSuccess: ({ actionsExecuted, actionsPlanned, logId, ...rest }) => {
        setOutcome({
          ...rest,
          actions: actionsExecuted?.results ?? [],
          isTrial: input.dryRun,
          planned: input.dryRun ? (actionsPlanned ?? []) : undefined,
          logId,
        });
        if (!input.dryRun) toast(texts.executed);
      },
    });
  return (
    <Card title={texts.title}>
      <RunForm
        intro={texts.intro}
        entityType={rule.entityType}
        error={running.error}
        isBusy={running.isPending}
        onRun={run}
      >
        {outcome && (
          <>
            <RuleOutcome of={outcome} condition={rule.conditionExpression} />
            {outcome.logId && mayReadLog && <Link to={`/rules/log/${outcome.logId}`}>{texts.toLog}</Link>}
          </>
        )}
      </RunForm>
    </Card>
  );
}
