import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { ruleLogTexts, ruleTexts } from '../texts/rules.ts';
import { Section } from '../ui/card.tsx';
import { LinkButton, NextStep } from '../ui/link-button.tsx';
import { EmptyCard, Loaded } from '../ui/states.tsx';
import { DataTable } from '../ui/table.tsx';
import { executionColumns } from './log-table.tsx';

const texts = ruleTexts.show;

const pageSize = 5;

const columns = executionColumns(false);

/** The last executions of a rule, with a link to all. */
export function LatestExecutions({ ruleId }: { ruleId: string }) {
  const query = { ruleId, pageSize, withTotal: false };
  const reading = useRead(['ruleLogs', 'latest', ruleId], (api) =>
    orThrow(api.GET('/api/business_rules/logs', { params: { query } })),
  );
  return (
    <Section
      title={texts.log}
      actions={<LinkButton to={`/rules/log?rule=${ruleId}`}>{texts.wholeLog}</LinkButton>}
    >
      <Loaded of={reading}>
        {({ items }) =>
          items.length > 0 ? (
            <DataTable caption={texts.log} columns={columns} rows={items} keyOf={({ id }) => id} />
          ) : (
            <EmptyCard
              icon="rules"
              {...ruleLogTexts.empty}
              action={<NextStep to="/rules/playground" title={ruleTexts.playground.title} />}
            />
          )
        }
      </Loaded>
    </Section>
  );
}
