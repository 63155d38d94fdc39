import { Link } from 'react-router';
import { type Integration, orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { FilterBar, SearchFilter, SelectFilter } from '../forms/filter-bar.tsx';
import { type Filters, oneOf, useFilters } from '../forms/filters.ts';
import { integrationTexts } from '../texts/integrations.ts';
import { uiTexts } from '../texts/ui.ts';
import { ExportMenu } from '../ui/export-menu.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { EmptyCard, Loaded } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import './integrations.css';
import { IntegrationState } from './state.tsx';

const texts = integrationTexts.list;

/** There are few: all fit on one page. */
const pageSize = 200;

const states = ['on', 'off', 'needs'] as const;

const filterOf = {
  on: { isEnabled: true },
  off: { isEnabled: false },
  needs: { credentialsNeeded: true },
} as const;

function queryOf({ get }: Filters) {
  const state = oneOf(states, get('state'));
  return { pageSize, search: get('search'), category: get('category'), ...(state && filterOf[state]) };
}

function IntegrationCard({ integration }: { integration: Integration }) {
  const { id, title, description, company, analytics } = integration;
  const { lastActivityAt, errorCount, totalCount } = analytics;
  return (
    <li className="card integration">
      <div className="row apart">
        <h2>
          <Link to={`/integrations/${id}`}>{title}</Link>
        </h2>
        <IntegrationState of={integration} />
      </div>
      {company && <p className="small muted">{company}</p>}
      <p className="grow">{description}</p>
      <p className="small muted">
        {lastActivityAt === null ? (
          texts.quiet
        ) : (
          <>
            {texts.lastActivity} <Time value={lastActivityAt} /> · {texts.errors(errorCount, totalCount)}
          </>
        )}
      </p>
    </li>
  );
}

/** Every integration of the deployment, as cards. */
export function IntegrationsPage() {
  const filters = useFilters();
  const query = queryOf(filters);
  const reading = useRead(['integrations', 'list', query], (api) =>
    orThrow(api.GET('/api/integrations', { params: { query } })),
  );
  const empty = filters.isFiltered ? uiTexts.noMatch : texts.empty;
  return (
    <>
      <PageHeader
        title={texts.title}
        intro={texts.intro}
        actions={<ExportMenu path="/api/integrations" query={query} />}
      />
      <FilterBar filters={filters}>
        <SearchFilter name="search" label={texts.search} hint={texts.searchHint} />
        <SelectFilter
          name="state"
          label={texts.state}
          choices={states.map((state) => [state, integrationTexts.states[state]])}
        />
        <SelectFilter
          name="category"
          label={texts.category}
          choices={Object.entries(integrationTexts.categories)}
        />
      </FilterBar>
      <Loaded of={reading}>
        {({ items }) =>
          items.length > 0 ? (
            <ul className="integrations">
              {items.map((integration) => (
                <IntegrationCard key={integration.id} integration={integration} />
              ))}
            </ul>
          ) : (
            <EmptyCard icon="plug" {...empty} />
          )
        }
      </Loaded>
    </>
  );
}
