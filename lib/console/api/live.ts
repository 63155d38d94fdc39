/** Live updates: events of the platform refresh the related data. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useApi } from './api-context.tsx';
import { forgetEvents, parseFrame, rememberEvent, rememberGap } from './live-events.ts';
import type { Resource } from './queries.ts';

/** Query keys to refresh by the prefix of the event type. */
const affected: readonly (readonly [prefix: string, resources: readonly Resource[]])[] = [
  ['webhooks.delivery.', ['deliveries', 'webhooks', 'activity', 'attention']],
  ['webhooks.', ['webhooks', 'attention']],
  ['notifications.', ['notifications']],
  ['progress.', ['progress']],
];

/** Debounce: several events refresh a page once. */
const gatherMs = 300;

/** Time until a refused stream is opened again. */
const reopenMs = 15_000;

const resourcesOf = (type: string): readonly Resource[] =>
  affected.find(([prefix]) => type.startsWith(prefix))?.[1] ?? [];

function onVisibility(notify: () => void): () => void {
  document.addEventListener('visibilitychange', notify);
  return () => document.removeEventListener('visibilitychange', notify);
}

/**
 * Listens while it is enabled and the page is visible: an open stream costs money, and a hidden page needs no updates. A page
 * that becomes visible again reads everything anew.
 * The browser reconnects after an interruption, but not after a refusal (an expired session, too many streams): then the
 * stream is opened again.
 */
export function useLiveUpdates(isEnabled: boolean): void {
  const queries = useQueryClient();
  const { api, scope } = useApi();
  const isVisible = useSyncExternalStore(onVisibility, () => !document.hidden);
  const wasHidden = useRef(false);
  useEffect(() => {
    if (!isVisible) wasHidden.current = true;
    if (!isEnabled || !isVisible) return;
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
    const recoverGap = () => {
      rememberGap();
      void queries.invalidateQueries();
    };
    let reopening: number | undefined;
    const open = () => {
      const opened = new EventSource(`/api/events/stream?${query}`);
      opened.addEventListener('message', ({ data }) => {
        const event = parseFrame(String(data));
        if (event === undefined) return;
        rememberEvent(event);
        for (const resource of resourcesOf(event.type)) changed.add(resource);
        timer ??= window.setTimeout(flush, gatherMs);
      });
      opened.addEventListener('missed', recoverGap);
      opened.addEventListener('error', () => {
        if (opened.readyState === EventSource.CLOSED) reopening = window.setTimeout(reopen, reopenMs);
      });
      return opened;
    };
    let stream = open();
    if (wasHidden.current) stream.addEventListener('open', recoverGap, { once: true });
    wasHidden.current = false;
    let isOver = false;
    const reopen = async () => {
      // Refreshes an expired session, which the stream itself cannot.
      await api.GET('/api/auth/session').catch(() => undefined);
      if (isOver) return;
      stream = open();
      stream.addEventListener('open', recoverGap, { once: true });
    };
    return () => {
      isOver = true;
      stream.close();
      forgetEvents();
      window.clearTimeout(timer);
      window.clearTimeout(reopening);
    };
  }, [queries, api, scope, isEnabled, isVisible]);
}
