/** Entries of the rule log as rows. */
import { Link } from 'react-router';
import type { RuleLog } from '../../../shared/clients/typescript/index.ts';
import { ruleLogTexts, ruleTexts } from '../texts/rules.ts';
import { Badge } from '../ui/badge.tsx';
import type { Tone } from '../ui/notice.tsx';
import type { Column } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { duration } from '../ui/times.ts';

const texts = ruleLogTexts;

export const executionResults = ['SUCCESS', 'FAILURE', 'ERROR'] as const;

const tones: Readonly<Record<RuleLog['executionResult'], Tone>> = {
  SUCCESS: 'good',
  FAILURE: 'warn',
  ERROR: 'bad',
};

export function ExecutionResult({ result }: { result: RuleLog['executionResult'] }) {
  return <Badge tone={tones[result]}>{ruleTexts.results[result]}</Badge>;
}

/** The fields by which the API sorts entries, with their titles. */
export const executionSorts = {
  executedAt: texts.columns.time,
  entityType: texts.columns.record,
  executionResult: texts.columns.result,
  executionTimeMs: texts.columns.took,
};

/** Without the rule's name for entries of a single rule. */
export const executionColumns = (withRule: boolean): readonly Column<RuleLog>[] => [
  {
    title: texts.columns.time,
    field: 'executedAt',
    cell: ({ id, executedAt }) => (
      <Link to={`/rules/log/${id}`}>
        <Time value={executedAt} />
      </Link>
    ),
  },
  ...(withRule
    ? [
        {
          title: texts.columns.rule,
          cell: ({ ruleId, ruleName }: RuleLog) => <Link to={`/rules/${ruleId}`}>{ruleName}</Link>,
        },
      ]
    : []),
  {
    title: texts.columns.record,
    field: 'entityType',
    cell: ({ entityId, entityType, eventType }) => (
      <div className="record-cell">
        <span className="break">{entityId === 'unknown' ? texts.entry.unknown : entityId}</span>
        <div className="sub break">{[entityType, eventType].filter(Boolean).join(' · ')}</div>
      </div>
    ),
  },
  {
    title: texts.columns.result,
    field: 'executionResult',
    cell: ({ executionResult, errorMessage }) => (
      <>
        <ExecutionResult result={executionResult} />
        {errorMessage && <div className="sub break">{errorMessage}</div>}
      </>
    ),
  },
  {
    title: texts.columns.took,
    field: 'executionTimeMs',
    isNumber: true,
    cell: ({ executionTimeMs }) => duration(executionTimeMs),
  },
];
