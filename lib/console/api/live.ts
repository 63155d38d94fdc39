/** Live updates: events of the platform refresh the related data. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApi } from './api-context.tsx';
import { forgetEvents, parseFrame, rememberEvent, rememberGap } from './live-events.ts';
import type { Resource } from './queries.ts';

/** Query keys to refresh by the prefix of the event type. */
const affected: readonly (readonly [prefix: string, resources: readonly Resource[]])[] = [
  ['webhooks.delivery.', ['deliveries', 'webhooks', 'activity']],
  ['webhooks.', ['webhooks']],
  ['notifications.', ['notifications']],
  ['progress.', ['progress']],
];

/** Debounce: several events refresh a page once. */
const gatherMs = 300;

const resourcesOf = (type: string): readonly Resource[] =>
  affected.find(([prefix]) => type.startsWith(prefix))?.[1] ?? [];

/** Listens while it is enabled; the browser reconnects automatically. */
export function useLiveUpdates(isEnabled: boolean): void {
  const queries = useQueryClient();
  const { scope } = useApi();
  useEffect(() => {
    if (!isEnabled) return;
    const changed = new Set<Resource>();
    let timer: number | undefined;
    const flush = () => {
      timer = undefined;
      for (const resource of changed) void queries.invalidateQueries({ queryKey: [resource] });
      changed.clear();
    };
    const query = new URLSearchParams(
      Object.entries(scope).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    );
    const stream = new EventSource(`/api/events/stream?${query}`);
    stream.addEventListener('message', ({ data }) => {
      const event = parseFrame(String(data));
      if (event === undefined) return;
      rememberEvent(event);
      for (const resource of resourcesOf(event.type)) changed.add(resource);
      timer ??= window.setTimeout(flush, gatherMs);
    });
    stream.addEventListener('missed', () => {
      rememberGap();
      void queries.invalidateQueries();
    });
    return () => {
      stream.close();
      forgetEvents();
      window.clearTimeout(timer);
    };
  }, [queries, scope, isEnabled]);
}
