import { describe, expect, it } from 'vitest';
import { endOfDay, startOfDay } from '../../../lib/console/forms/days.ts';
import { parseJsonObject } from '../../../lib/console/forms/json-object.ts';
import {
  bodyOf as credentialsBodyOf,
  formOf,
  isVisible,
} from '../../../lib/console/integrations/credentials.ts';
import { bodyOf, newJob } from '../../../lib/console/jobs/job-fields.ts';
import type { IntegrationCredentials } from '../../../shared/clients/typescript/index.ts';

describe('the form of a job', () => {
  it.each([
    ['', null],
    [' {"a": 1} ', { a: 1 }],
    ['[1]', undefined],
    ['"text"', undefined],
    ['null', undefined],
    ['{', undefined],
  ])('converts the payload %j to %j', (text, payload) => {
    expect(parseJsonObject(text)).toEqual(payload);
  });

  it('sends the schedule and the target of its type, and nothing of other types', () => {
    const form = { ...newJob(), targetQueue: 'jobs', targetCommand: 'scheduler.test.echo' };
    const ofQueue = { scheduleValue: '0 2 * * *', targetQueue: 'jobs', targetCommand: null };
    expect(bodyOf(form)).toMatchObject(ofQueue);
    const schedule = { ...form.schedule, scheduleType: 'interval' as const };
    const ofCommand = { scheduleValue: '1h', targetQueue: null, targetCommand: 'scheduler.test.echo' };
    expect(bodyOf({ ...form, schedule, targetType: 'command' })).toMatchObject(ofCommand);
  });
});

describe('a filter by day', () => {
  it('begins and ends in the time zone of the viewer', () => {
    expect(startOfDay('2026-03-01')).toBe(new Date(2026, 2, 1).toISOString());
    expect(endOfDay('2026-03-01')).toBe(new Date(2026, 2, 1, 23, 59, 59, 999).toISOString());
  });

  // Browsers let users type years of six digits, and links contain any text.
  it.each([undefined, '', 'yesterday', '12026-03-01', '2026-13-01'])('ignores %j', (day) => {
    expect([startOfDay(day), endOfDay(day)]).toEqual([undefined, undefined]);
  });
});

describe('the form of credentials', () => {
  const stored: IntegrationCredentials = {
    integrationId: 'test',
    schema: {
      fields: [
        { key: 'mode', label: 'Mode', type: 'select' },
        { key: 'secret', label: 'Secret', type: 'secret', visibleWhen: { field: 'mode', equals: 'keys' } },
        { key: 'isLive', label: 'Live', type: 'boolean' },
      ],
    },
    credentials: { secret: '__masked__', former: '__masked__' },
    secretFieldsConfigured: { secret: true },
    updatedAt: null,
  };

  it('keeps secrets, and values without a field', () => {
    const form = formOf(stored);
    expect(form).toEqual({ mode: '', secret: '__masked__', isLive: false });
    expect(credentialsBodyOf(stored, { ...form, mode: 'keys', isLive: true })).toEqual({
      credentials: { former: '__masked__', mode: 'keys', secret: '__masked__', isLive: true },
    });
    expect(credentialsBodyOf(stored, { ...form, secret: '' })).toEqual({
      credentials: { former: '__masked__', isLive: false },
    });
  });

  it('shows a field while another one has the required value', () => {
    const [, secret] = stored.schema.fields;
    const shown = (mode: string) => secret !== undefined && isVisible(secret, { mode });
    expect([shown('keys'), shown('none')]).toEqual([true, false]);
  });
});
