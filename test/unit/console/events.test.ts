import { afterEach, describe, expect, it } from 'vitest';
import {
  forgetEvents,
  liveEvents,
  parseFrame,
  rememberEvent,
  rememberGap,
} from '../../../lib/console/api/live-events.ts';
import { aboutOf } from '../../../lib/console/events/event-about.ts';
import {
  dataProblem,
  idProblem,
  isSubscribed,
  ownTypesIn,
  typeProblem,
} from '../../../lib/console/events/event-draft.ts';
import { matchesFeed } from '../../../lib/console/events/feed-filter.ts';

const at = '2026-03-01T09:30:00.000Z';

const anEvent = (eventId: string, type = 'webhooks.delivery.succeeded') => ({
  ...{ eventId, type, payload: { id: `of ${eventId}` }, at },
});

describe('the feed', () => {
  afterEach(forgetEvents);

  it('shows each event once, the newest first, and the latest 200', () => {
    rememberEvent(anEvent('first'));
    rememberEvent(anEvent('second'));
    rememberEvent(anEvent('second'));
    expect(liveEvents.get().events.map(({ eventId }) => eventId)).toEqual(['second', 'first']);
    for (let number = 1; number <= 200; number += 1) rememberEvent(anEvent(String(number)));
    expect(liveEvents.get().events.length).toBe(200);
    expect(liveEvents.get().events.at(-1)?.eventId).toBe('1');
  });

  it('says that events are missing, and begins anew in another scope', () => {
    rememberEvent(anEvent('first'));
    rememberGap();
    expect(liveEvents.get().hasGap).toBe(true);
    forgetEvents();
    expect(liveEvents.get()).toEqual({ events: [], hasGap: false });
  });

  it('reads a frame of the stream', () => {
    const event = { eventId: 'e1', payload: { id: 'j1' } };
    const frame = { ...event, id: 'progress.job.updated', timestamp: Date.parse(at) };
    expect(parseFrame(JSON.stringify(frame))).toEqual({ ...event, type: 'progress.job.updated', at });
    expect(parseFrame('[]')).toBeUndefined();
  });

  it.each([
    ['webhooks.delivery.failed', '/deliveries/1'],
    ['webhooks.webhook.disabled', '/webhooks/2'],
    ['webhooks.inbound.received', '/inbound/3'],
    ['notifications.notification.created', '/notifications'],
    ['progress.job.updated', '/work'],
    ['sales.order.paid', undefined],
  ])('leads from %s to %s', (type, to) => {
    expect(aboutOf({ type, payload: { id: '1', webhookId: '2', endpointId: '3' } })?.to).toBe(to);
  });

  it.each([
    [{ words: 'DELIVERY', module: undefined }, true],
    [{ words: 'of e1', module: 'webhooks' }, true],
    [{ words: 'other', module: undefined }, false],
    [{ words: '', module: 'progress' }, false],
  ])('with the filters %j shows a delivery: %s', (wanted, isShown) => {
    expect(matchesFeed(anEvent('e1'), wanted)).toBe(isShown);
  });
});

describe('an event as it is typed', () => {
  const modules = new Set(['webhooks', 'business_rules']);

  it.each([
    ['sales.order.shipped', true],
    ['sales.order', false],
    ['Sales.order.shipped', false],
    ['sales.order.shipped.late', false],
    ['webhooks.order.shipped', false],
  ])('of the type %s may be published: %s', (type, may) => {
    expect(typeProblem(type, modules) === undefined).toBe(may);
  });

  it.each([
    ['{}', true],
    ['{"id": 1}', true],
    ['', false],
    ['[]', false],
    ['{"id": }', false],
    [JSON.stringify({ text: 'ä'.repeat(140_000) }), false],
  ])('with the data %.20s may be published: %s', (data, may) => {
    expect(dataProblem(data) === undefined).toBe(may);
  });

  it('takes an id of letters, digits, hyphens and underscores', () => {
    expect([idProblem(''), idProblem('shipment-1_A')]).toEqual([undefined, undefined]);
    expect(idProblem('shipment 1')).toBeDefined();
  });

  it.each([
    [['*'], true],
    [['sales.*'], true],
    [['sales.order.shipped'], true],
    [['sales.order.paid', 'sale.*'], false],
  ])('reaches a webhook that subscribes to %j: %s', (patterns, reaches) => {
    expect(isSubscribed(patterns, 'sales.order.shipped')).toBe(reaches);
  });

  it("suggests the types of one's own that webhooks name", () => {
    const patterns = ['sales.*', 'sales.order.paid', 'webhooks.webhook.created', 'sales.order.paid', '*'];
    expect(ownTypesIn(patterns, modules)).toEqual(['sales.order.paid']);
  });
});
