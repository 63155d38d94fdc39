import { Link, useParams } from 'react-router';
import { type Comparison, orThrow, type RuleLogDetail } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { MadeComparisons } from '../conditions/condition-outline.tsx';
import { StoryLink, type StoryOf } from '../events/story-link.tsx';
import { Subject } from '../names/thing-name.tsx';
import { ruleLogTexts } from '../texts/rules.ts';
import { Attribute, Attributes, CodeAttribute } from '../ui/attributes.tsx';
import { Card } from '../ui/card.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { LoadedPage } from '../ui/gone-page.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { readableJson } from '../ui/readable-json.ts';
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

function EntryAttributes({ of: entry }: { of: RuleLogDetail }) {
  const { attributes } = texts;
  return (
    <Attributes>
      <Attribute name={attributes.result}>
        <ExecutionResult result={entry.executionResult} />
      </Attribute>
      <Attribute name={attributes.rule}>
        <Link to={`/rules/${entry.ruleId}`}>{entry.ruleName}</Link>
      </Attribute>
      <Attribute name={attributes.record}>
        <code>{entry.entityType}</code> {entry.entityId === 'unknown' ? texts.unknown : entry.entityId}
      </Attribute>
      {entry.eventType && <Attribute name={attributes.event}>{entry.eventType}</Attribute>}
      <Attribute name={attributes.time}>{exactTime(entry.executedAt)}</Attribute>
      <Attribute name={attributes.took}>{duration(entry.executionTimeMs)}</Attribute>
      <Attribute name={attributes.by}>
        <Subject of={entry.executedBy} />
      </Attribute>
      {entry.eventId && <CodeAttribute name={attributes.cause}>{entry.eventId}</CodeAttribute>}
    </Attributes>
  );
}

/** Rules run some time after their event. */
const maxDelayMs = 3_600_000;

const causeOf = ({ executedAt }: RuleLogDetail, eventId: string): StoryOf => ({
  ...{ eventId, to: executedAt },
  from: new Date(Date.parse(executedAt) - maxDelayMs).toISOString(),
});

function EntryDetails({ of: entry }: { of: RuleLogDetail }) {
  const comparisons = comparisonsOf(entry.outputContext);
  return (
    <>
      <PageHeader
        title={texts.title(entry.ruleName)}
        id={entry.id}
        parent={{ to: '/rules/log', title: ruleLogTexts.title }}
        actions={entry.eventId !== null && <StoryLink of={causeOf(entry, entry.eventId)} />}
      />
      <Card title={texts.summary}>
        <div className="stack">
          {entry.errorMessage && <p className="field-error break">{entry.errorMessage}</p>}
          <EntryAttributes of={entry} />
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
  return (
    <LoadedPage of={reading} parent={{ to: '/rules/log', title: ruleLogTexts.title }}>
      {(entry) => <EntryDetails of={entry} />}
    </LoadedPage>
  );
}
