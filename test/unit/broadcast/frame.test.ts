import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { viewFeatures } from '../../../shared/catalog/broadcast-events.ts';
import { eventSpecs } from '../../../shared/catalog/catalogue.ts';
import { features as declared } from '../../../shared/catalog/features.ts';
import { platformEvents } from '../../../shared/extensions/events.ts';
import {
  type Frame,
  frameText,
  type Listener,
  toFrame,
  visibility,
} from '../../../shared/modules/events/stream/frame.ts';
import { streamLimits } from '../../../shared/modules/events/stream/limits.ts';
import { aFrame, aMessage } from '../../support/clients/frames.ts';

/** Text with line ends and characters of more than one byte. */
const hostile = fc
  .array(fc.constantFrom('\n', '\r', '\0', '\u2028', '"', '\\', ':', 'a', 'é', '😀', '\ud800'), {
    maxLength: 20,
  })
  .map((characters) => characters.join(''));

const bytesOf = ({ data }: Frame) =>
  Buffer.byteLength(frameText({ position: Number.MAX_SAFE_INTEGER, data }));

describe('the frame of an event', () => {
  it('contains type, time, scope and revision', () => {
    const frame = toFrame(aMessage());
    expect(JSON.parse(frame?.data ?? '')).toEqual({
      id: 'webhooks.delivery.succeeded',
      payload: { id: 'delivery-1', status: 'delivered' },
      timestamp: Date.parse('2026-11-20T08:00:00.123Z'),
      organizationId: 'organization-1',
      eventId: 'event-1',
      version: 3,
    });
    const of = { eventId: 'event-1', eventType: 'webhooks.delivery.succeeded' };
    expect(frame).toEqual({ ...of, organizationId: 'organization-1', data: frame?.data });
  });

  it('has an empty organization for events of the whole tenant', () => {
    const { data = '' } = toFrame(aMessage({ organizationId: null })) ?? {};
    expect(JSON.parse(data)).toMatchObject({ organizationId: '' });
  });

  it('has two lines and an empty one for any event', () => {
    fc.assert(
      fc.property(fc.record({ id: hostile, 'a\nb': hostile }), (data) => {
        const text = frameText({ position: 7, data: toFrame(aMessage({ data }))?.data ?? '{}' });
        expect(text).toMatch(/^id: 7\ndata: [^\r\n]+\n\n$/);
      }),
    );
  });

  it('fits into 4 KB: a larger event is reduced to its references', () => {
    const around = bytesOf(toFrame(aMessage({ data: { id: 'x', text: '' } })) ?? aFrame(1));
    const fitting = toFrame(aMessage({ data: { id: 'x', text: 'a'.repeat(4_096 - around) } }));
    expect(fitting && bytesOf(fitting)).toBe(4_096);
    expect(fitting?.data).not.toContain('truncated');
    const data = { id: 'x', entityId: 'e', entityType: 'sales.order', text: 'a'.repeat(4_097 - around) };
    const larger = toFrame(aMessage({ data }));
    expect(JSON.parse(larger?.data ?? '')).toMatchObject({
      payload: { truncated: true, id: 'x', entityId: 'e', entityType: 'sales.order' },
      eventId: 'event-1',
    });
    expect(larger?.data).not.toContain('aaa');
  });

  it('counts bytes, not characters', () => {
    expect(toFrame(aMessage({ data: { text: 'é'.repeat(2_100) } }))?.data).toContain('truncated');
  });

  it('is undefined if even the references are too large', () => {
    expect(toFrame(aMessage({ data: { id: 'x'.repeat(5_000) } }))).toBeUndefined();
  });

  it('is never larger than that', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 6_000 }), hostile, (length, text) => {
        const frame = toFrame(aMessage({ data: { id: text, text: text + 'x'.repeat(length) } }));
        if (frame) expect(bytesOf(frame)).toBeLessThanOrEqual(streamLimits.frameBytes);
      }),
    );
  });

  it.each([
    ['no recipients', {}, undefined],
    ['one user', { recipientUserId: 'ada' }, ['ada']],
    ['several users', { recipientUserIds: ['ada', 'bob'] }, ['ada', 'bob']],
    ['one and several', { recipientUserId: 'ada', recipientUserIds: ['bob'] }, ['ada', 'bob']],
    ['null', { recipientUserId: null, recipientUserIds: null }, undefined],
    ['an empty list', { recipientUserIds: [] }, []],
    ['an invalid recipient', { recipientUserId: 7 }, []],
  ])('is for %s', (_, data, userIds) => {
    expect(toFrame(aMessage({ data }))?.userIds).toEqual(userIds);
    const ofRoles = Object.fromEntries(
      Object.entries(data).map(([name, value]) => [name.replace('User', 'Role'), value]),
    );
    expect(toFrame(aMessage({ data: ofRoles }))?.roleIds).toEqual(userIds);
  });
});

describe('the frame of an event for holders of a feature', () => {
  it.each([
    ['one', 'webhooks.view', 'webhooks.view'],
    ['none', null, undefined],
    ['an unknown feature, which no user holds', 7, ''],
  ])('requires %s', (_, requiredFeature, feature) => {
    expect(toFrame(aMessage({ data: { requiredFeature } }))?.feature).toBe(feature);
  });
});

describe('a frame', () => {
  const holds = (feature: string) => feature === 'webhooks.view';
  const ada: Listener = { id: 'ada', organizationIds: ['north'], holds };
  const key: Listener = { id: 'key', organizationIds: ['north'], holds };
  const none: Listener = { id: 'key', organizationIds: ['north'], holds: () => false };
  const everywhere: Listener = { id: 'eve', organizationIds: null, holds: () => true };

  const south = { organizationId: 'south' };

  it.each([
    ['of the listener’s organization', {}, ada, 'visible'],
    ['of another organization', south, ada, 'hidden'],
    ['of another organization', south, key, 'hidden'],
    ['of any, to listeners with access to all,', south, everywhere, 'visible'],
    ['of the tenant', { organizationId: null }, ada, 'visible'],
    ['for the listener', { userIds: ['ada'] }, ada, 'visible'],
    ['for another user', { userIds: ['bob'] }, ada, 'hidden'],
    ['for a key', { userIds: ['key'] }, key, 'visible'],
    ['for holders of a feature', { feature: 'webhooks.view' }, ada, 'visible'],
    ['for holders of a feature, to others,', { feature: 'sales.view' }, key, 'hidden'],
    ['of a module, without the right to view it,', {}, none, 'hidden'],
    ['of a module, with the right to view another,', { eventType: 'progress.job.created' }, ada, 'hidden'],
    ['for the listener, without the right to view its module,', { userIds: ['key'] }, none, 'hidden'],
    ['of a type that is no longer sent', { eventType: 'sales.order.gone' }, everywhere, 'hidden'],
    ['for no recipients', { userIds: [] }, everywhere, 'hidden'],
    ['for the listener, of another organization,', { ...south, userIds: ['ada'] }, ada, 'hidden'],
    ['for a role', { roleIds: ['support'] }, ada, 'by role'],
    ['for a role, to a key,', { roleIds: ['support'] }, key, 'by role'],
    ['for a role and another user', { roleIds: ['support'], userIds: ['bob'] }, ada, 'hidden'],
    ['for a role, of another organization,', { ...south, roleIds: ['support'] }, ada, 'hidden'],
  ])('%s is filtered correctly', (_, overrides, listener, expected) => {
    const frame = aFrame(1, { organizationId: 'north', ...overrides });
    expect(visibility(frame, listener, viewFeatures)).toBe(expected);
  });
});

it('every event of the platform that is sent to browsers names an existing feature', () => {
  const own = eventSpecs.filter((spec) => spec.clientBroadcast && !platformEvents.includes(spec));
  const features = own.map(({ type }) => viewFeatures[type] ?? '');
  expect(features.filter((feature) => !Object.hasOwn(declared, feature))).toEqual([]);
});
