import { type AuditAction, orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { StoryLink } from '../events/story-link.tsx';
import { endOfDay, startOfDay } from '../forms/days.ts';
import { DayFilter, FilterBar, SearchFilter, SelectFilter } from '../forms/filter-bar.tsx';
import { useFilters } from '../forms/filters.ts';
import { allOrganizations } from '../session/organizations.ts';
import { useSession } from '../session/session.ts';
import { auditTexts as texts } from '../texts/audit.ts';
import { Badge } from '../ui/badge.tsx';
import { ListPage } from '../ui/list-page.tsx';
import type { Tone } from '../ui/notice.tsx';
import type { Column } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import './audit.css';
import { changesOf, type FieldChange } from './changes.ts';

const tones: ReadonlyMap<string, Tone> = new Map([
  ['created', 'good'],
  ['updated', 'accent'],
  ['deleted', 'bad'],
]);

const titleOf = (titles: Readonly<Record<string, string>>, name: string): string => titles[name] ?? name;

function Change({ of: { field, before, after, note } }: { of: FieldChange }) {
  return (
    <div className="change">
      <dt>{field}</dt>
      {note !== undefined ? (
        <dd className="note">{note}</dd>
      ) : (
        <>
          <dd className="before">
            <span className="unseen">{texts.before}: </span>
            {before ?? texts.absent}
          </dd>
          <dd className="after">
            <span className="unseen">{texts.after}: </span>
            {after ?? texts.absent}
          </dd>
        </>
      )}
    </div>
  );
}

/** The old and new values; collapsed, because there may be many. */
function Changes({ of }: { of: AuditAction }) {
  const changes = changesOf(of.changes);
  if (changes.length === 0) return <span className="muted">{texts.noFields}</span>;
  return (
    <details>
      <summary>{texts.fields(changes.length)}</summary>
      <dl className="changes">
        {changes.map((change) => (
          <Change key={change.field} of={change} />
        ))}
      </dl>
      {of.requestId && (
        <p className="small muted">
          {texts.requestId} <code>{of.requestId}</code>
        </p>
      )}
    </details>
  );
}

const columns: readonly Column<AuditAction>[] = [
  { title: texts.columns.time, cell: ({ createdAt }) => <Time value={createdAt} /> },
  {
    title: texts.columns.actor,
    cell: ({ actorType, actorId }) => (
      <>
        {titleOf(texts.actors, actorType)}
        <div className="sub">
          <code className="clipped audit-id">{actorId}</code>
        </div>
      </>
    ),
  },
  {
    title: texts.columns.action,
    cell: ({ action }) => <Badge tone={tones.get(action) ?? 'calm'}>{titleOf(texts.actions, action)}</Badge>,
  },
  {
    title: texts.columns.resource,
    cell: ({ resource, resourceId }) => (
      <>
        {resource}
        <div className="sub">
          <code className="clipped audit-id">{resourceId}</code>
        </div>
      </>
    ),
  },
  { title: texts.columns.changes, cell: (entry) => <Changes of={entry} /> },
  {
    title: texts.columns.story,
    cell: ({ id, createdAt, resource, tenantId }) =>
      tenantId !== null && (
        <StoryLink of={{ eventId: id, from: createdAt, to: createdAt }} name={`${resource} ${id}`} />
      ),
  },
];

/** Who changed what, the latest first. */
export function AuditPage() {
  const { isSuperAdmin, scope } = useSession();
  const filters = useFilters();
  const { get, paging } = filters;
  const query = {
    ...paging,
    search: get('search'),
    resource: get('resource'),
    action: get('action'),
    from: startOfDay(get('from')),
    to: endOfDay(get('to')),
    platform: isSuperAdmin && get('of') === 'platform' ? true : undefined,
    // Users and roles belong to the whole tenant, so their changes are not listed for one organization.
    organizationId: get('of') === 'organization' ? scope.organizationId : allOrganizations,
  };
  const reading = useRead(['auditActions', query], (api) =>
    orThrow(api.GET('/api/audit_logs/actions', { params: { query } })),
  );
  return (
    <ListPage
      texts={texts}
      exportOf={{ path: '/api/audit_logs/actions', query }}
      of={reading}
      columns={columns}
      filters={filters}
      icon="history"
    >
      <FilterBar filters={filters}>
        <SearchFilter name="search" label={texts.search} hint={texts.searchHint} />
        <SearchFilter name="resource" label={texts.resource} hint={texts.resourceHint} />
        <SelectFilter name="action" label={texts.action} choices={Object.entries(texts.actions)} />
        <DayFilter name="from" label={texts.from} />
        <DayFilter name="to" label={texts.to} />
        <SelectFilter
          name="of"
          label={texts.of}
          choices={[
            ['organization', texts.organization],
            ...(isSuperAdmin ? ([['platform', texts.platform]] as const) : []),
          ]}
        />
      </FilterBar>
    </ListPage>
  );
}
