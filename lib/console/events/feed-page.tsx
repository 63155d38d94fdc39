import { useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { type LiveEvent, type LiveEvents, liveEvents } from '../api/live-events.ts';
import { FilterBar, SearchFilter, SelectFilter } from '../forms/filter-bar.tsx';
import { type Filters, useFilters } from '../forms/filters.ts';
import { useMay } from '../session/session.ts';
import { eventTexts } from '../texts/events.ts';
import { uiTexts } from '../texts/ui.ts';
import { Button } from '../ui/button.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { LinkButton, NextStep } from '../ui/link-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { readableJson } from '../ui/readable-json.ts';
import { EmptyCard } from '../ui/states.tsx';
import { type Column, DataTable } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { aboutOf } from './event-about.ts';
import { matchesFeed, moduleOf } from './feed-filter.ts';

const texts = eventTexts.feed;

function About({ event }: { event: LiveEvent }) {
  const page = aboutOf(event);
  return page && <Link to={page.to}>{page.title}</Link>;
}

const columns: readonly Column<LiveEvent>[] = [
  {
    title: texts.columns.event,
    cell: ({ type, payload }) => (
      <>
        <code>{type}</code>
        <details>
          <summary className="small">{texts.data}</summary>
          <CodeBlock text={readableJson(payload)} what={texts.data} />
        </details>
      </>
    ),
  },
  { title: texts.columns.about, cell: (event) => <About event={event} /> },
  { title: texts.columns.at, cell: ({ at }) => <Time value={at} /> },
];

function Feed({ of, filters }: { of: LiveEvents; filters: Filters }) {
  const wanted = { words: filters.get('search') ?? '', module: filters.get('module') };
  const shown = of.events.filter((event) => matchesFeed(event, wanted));
  if (shown.length > 0) {
    return (
      <DataTable caption={texts.title} columns={columns} rows={shown} keyOf={({ eventId }) => eventId} />
    );
  }
  if (filters.isFiltered) return <EmptyCard icon="activity" {...uiTexts.noMatch} />;
  const earlier = <NextStep to="/events/log" title={texts.log} need="events.log.view" />;
  return <EmptyCard icon="activity" {...texts.empty} action={earlier} />;
}

function FeedFilters({ of, filters }: { of: LiveEvents; filters: Filters }) {
  const modules = new Set(of.events.map(moduleOf));
  return (
    <FilterBar filters={filters}>
      <SearchFilter name="search" label={texts.search} hint={texts.searchHint} />
      <SelectFilter
        name="module"
        label={texts.module}
        choices={[...modules].toSorted().map((module) => [module, module])}
      />
    </FilterBar>
  );
}

/** The events of the stream, which the page shows as they come until it is paused. */
export function FeedPage() {
  const may = useMay();
  const filters = useFilters();
  const current = useSyncExternalStore(liveEvents.subscribe, liveEvents.get);
  const [paused, setPaused] = useState<LiveEvents>();
  const shown = paused ?? current;
  const newest = paused?.events[0]?.eventId;
  const more = current.events.findIndex(({ eventId }) => eventId === newest);
  return (
    <>
      <PageHeader
        title={texts.title}
        intro={texts.intro}
        actions={
          <>
            <Button onClick={() => setPaused(paused ? undefined : current)}>
              {paused ? texts.go : texts.pause}
            </Button>
            {may('events.log.view') && <LinkButton to="/events/log">{texts.log}</LinkButton>}
            <LinkButton to="/events/types">{texts.types}</LinkButton>
            {may('events.publish') && (
              <LinkButton to="/events/publish" variant="primary" icon="send">
                {texts.publish}
              </LinkButton>
            )}
          </>
        }
      />
      {current.hasGap && <Notice tone="warn" title={texts.gap} />}
      {paused && <Notice tone="calm" title={texts.paused(more < 0 ? current.events.length : more)} />}
      <FeedFilters of={shown} filters={filters} />
      <Feed of={shown} filters={filters} />
    </>
  );
}
