import { type IntegrationLog, orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { SelectFilter } from '../forms/filter-bar.tsx';
import { oneOf, useFilters } from '../forms/filters.ts';
import { integrationTexts } from '../texts/integrations.ts';
import { Badge } from '../ui/badge.tsx';
import { Section } from '../ui/card.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { ExportMenu } from '../ui/export-menu.tsx';
import type { Tone } from '../ui/notice.tsx';
import { readableJson } from '../ui/readable-json.ts';
import { ResourceList } from '../ui/resource-list.tsx';
import type { Column } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';

const texts = integrationTexts.log;

const levels = ['info', 'warn', 'error'] as const;

const tones: Readonly<Record<IntegrationLog['level'], Tone>> = { info: 'calm', warn: 'warn', error: 'bad' };

const columns: readonly Column<IntegrationLog>[] = [
  { title: texts.columns.time, cell: ({ createdAt }) => <Time value={createdAt} /> },
  {
    title: texts.columns.level,
    cell: ({ level }) => <Badge tone={tones[level]}>{texts.levels[level]}</Badge>,
  },
  {
    title: texts.columns.message,
    cell: ({ message, code, payload }) =>
      payload === null ? (
        <span className="break">{message}</span>
      ) : (
        <details>
          <summary className="break">{message}</summary>
          <CodeBlock what={code ?? message} text={readableJson(payload)} />
        </details>
      ),
  },
];

/** The log of an integration, the latest first. */
export function IntegrationLogList({ id }: { id: string }) {
  const filters = useFilters();
  const query = {
    ...filters.paging,
    integrationId: id,
    level: oneOf(levels, filters.get('level')),
  };
  const reading = useRead(['integrations', 'log', query], (api) =>
    orThrow(api.GET('/api/integrations/logs', { params: { query } })),
  );
  return (
    <Section
      title={texts.title}
      actions={
        <>
          <SelectFilter
            name="level"
            label={texts.level}
            choices={levels.map((level) => [level, texts.levels[level]])}
          />
          <ExportMenu path="/api/integrations/logs" query={query} />
        </>
      }
    >
      <ResourceList
        of={reading}
        caption={texts.title}
        columns={columns}
        keyOf={(entry) => entry.id}
        filters={filters}
        icon="plug"
        empty={texts.empty}
      />
    </Section>
  );
}
