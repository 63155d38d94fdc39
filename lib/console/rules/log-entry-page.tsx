import { Link, useParams } from 'react-router';
import { type Comparison, orThrow, type RuleLogDetail } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { MadeComparisons } from '../conditions/condition-outline.tsx';
import { ruleLogTexts } from '../texts/rules.ts';
import { Card } from '../ui/card.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { CodeFact, Fact, Facts } from '../ui/facts.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { readableJson } from '../ui/readable-json.ts';
import { Loaded } from '../ui/states.tsx';
import { duration, exactTime } from '../ui/times.ts';
import { ExecutionResult } from './log-table.tsx';

const texts = ruleLogTexts.entry;

const isComparison = (value: unknown): value is Comparison =>
  typeof value === 'object' &&
  value !== null &&
  ['path', 'field', 'operator'].every((name) => name in value) &&
  'result' in value &&
  typeof value.result === 'boolean';

/** The comparisons of an execution with `explain`, otherwise the decisive one. */
function comparisonsOf({ trace, decidedBy }: Record<string, unknown>): Comparison[] {
  const isTrace = typeof trace === 'object' && trace !== null && 'comparisons' in trace;
  const made = isTrace && Array.isArray(trace.comparisons) ? trace.comparisons : [decidedBy];
  return made.filter(isComparison);
}

function EntryFacts({ of: entry }: { of: RuleLogDetail }) {
  const { facts } = texts;
  return (
    <Facts>
      <Fact name={facts.result}>
        <ExecutionResult result={entry.executionResult} />
      </Fact>
      <Fact name={facts.rule}>
        <Link to={`/rules/${entry.ruleId}`}>{entry.ruleName}</Link>
      </Fact>
      <Fact name={facts.record}>
        <code>{entry.entityType}</code> {entry.entityId === 'unknown' ? texts.unknown : entry.entityId}
      </Fact>
      {entry.eventType && <Fact name={facts.event}>{entry.eventType}</Fact>}
      <Fact name={facts.time}>{exactTime(entry.executedAt)}</Fact>
      <Fact name={facts.took}>{duration(entry.executionTimeMs)}</Fact>
      <CodeFact name={facts.by}>{entry.executedBy}</CodeFact>
      {entry.eventId && <CodeFact name={facts.cause}>{entry.eventId}</CodeFact>}
    </Facts>
  );
}

function EntryDetails({ of: entry }: { of: RuleLogDetail }) {
  const comparisons = comparisonsOf(entry.outputContext);
  return (
    <>
      <PageHeader
        title={texts.title(entry.ruleName)}
        parent={{ to: '/rules/log', title: ruleLogTexts.title }}
      />
      <Card title={texts.summary}>
        <div className="stack">
          {entry.errorMessage && <p className="field-error break">{entry.errorMessage}</p>}
          <EntryFacts of={entry} />
        </div>
      </Card>
      {comparisons.length > 0 && (
        <Card title={texts.decided}>
          <MadeComparisons of={comparisons} />
        </Card>
      )}
      <Card title={texts.data}>
        <div className="stack">
          <CodeBlock what={texts.input} text={readableJson(entry.inputContext)} />
          <CodeBlock what={texts.output} text={readableJson(entry.outputContext)} />
        </div>
      </Card>
    </>
  );
}

export function LogEntryPage() {
  const { id = '' } = useParams();
  const reading = useRead(['ruleLogs', 'one', id], (api) =>
    orThrow(api.GET('/api/business_rules/logs/{id}', { params: { path: { id } } })),
  );
  return <Loaded of={reading}>{(entry) => <EntryDetails of={entry} />}</Loaded>;
}
