import { type AuditAction, orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { StoryLink } from '../events/story-link.tsx';
import { endOfDay, startOfDay } from '../forms/days.ts';
import { DayFilter, FilterBar, SearchFilter, SelectFilter } from '../forms/filter-bar.tsx';
import { useFilters } from '../forms/filters.ts';
import { Actor, ThingName } from '../names/thing-name.tsx';
import { knownKinds, titleOfKind } from '../names/titles.ts';
import { allOrganizations } from '../session/organizations.ts';
import { useSession } from '../session/session.ts';
import { auditTexts as texts } from '../texts/audit.ts';
import { Badge } from '../ui/badge.tsx';
import { ListPage } from '../ui/list-page.tsx';
import type { Column } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { ChangeList, titleOfAction, toneOfAction } from './change-list.tsx';
import { WhoOrWhat } from './who-or-what.tsx';

const actors: Readonly<Record<string, string>> = texts.actors;

const columns: readonly Column<AuditAction>[] = [
  { title: texts.columns.time, cell: ({ createdAt }) => <Time value={createdAt} /> },
  {
    title: texts.columns.actor,
    cell: ({ actorType, actorId }) => (
      <>
        <Actor type={actorType} id={actorId} />
        <div className="sub">{actors[actorType] ?? actorType}</div>
      </>
    ),
  },
  {
    title: texts.columns.action,
    cell: ({ action }) => <Badge tone={toneOfAction(action)}>{titleOfAction(action)}</Badge>,
  },
  {
    title: texts.columns.resource,
    cell: ({ resource, resourceId, organizationId }) => (
      <>
        <ThingName kind={resource} id={resourceId} organizationId={organizationId} />
        <div className="sub">{titleOfKind(resource)}</div>
      </>
    ),
  },
  { title: texts.columns.changes, cell: (entry) => <ChangeList of={entry} /> },
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
    actorId: get('actor'),
    resourceId: get('thing'),
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
        <WhoOrWhat />
        <SearchFilter
          name="resource"
          label={texts.resource}
          hint={texts.resourceHint}
          proposals={knownKinds}
        />
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
