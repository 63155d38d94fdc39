import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { ruleLogTexts, ruleTexts } from '../texts/rules.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { DataTable } from '../ui/table.tsx';
import { executionColumns } from './log-table.tsx';

const texts = ruleTexts.show;

const pageSize = 5;

const columns = executionColumns(false);

/** The last executions of a rule, with a link to all. */
export function LatestExecutions({ ruleId }: { ruleId: string }) {
  const query = { ruleId, pageSize };
  const reading = useRead(['ruleLogs', 'latest', ruleId], (api) =>
    orThrow(api.GET('/api/business_rules/logs', { params: { query } })),
  );
  return (
    <section className="stack" aria-label={texts.log}>
      <div className="card-head">
        <h2>{texts.log}</h2>
        <LinkButton to={`/rules/log?rule=${ruleId}`}>{texts.wholeLog}</LinkButton>
      </div>
      <Loaded of={reading}>
        {({ items }) =>
          items.length > 0 ? (
            <DataTable caption={texts.log} columns={columns} rows={items} keyOf={({ id }) => id} />
          ) : (
            <div className="card flush">
              <Empty icon="rules" title={ruleLogTexts.empty.title}>
                {ruleLogTexts.empty.text}
              </Empty>
            </div>
          )
        }
      </Loaded>
    </section>
  );
}
