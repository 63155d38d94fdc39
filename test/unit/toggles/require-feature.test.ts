import { describe, expect, it } from 'vitest';
import { features } from '../../../shared/catalog/features.ts';
import { isGranted } from '../../../shared/modules/toggles/require-feature.ts';

describe('isGranted', () => {
  it.each<[string, string[], boolean]>([
    ['scheduler.jobs.view', ['scheduler.jobs.view'], true],
    ['scheduler.jobs.view', ['scheduler.*'], true],
    ['scheduler.jobs.view', ['*'], true],
    ['scheduler.jobs.view', ['scheduler.jobs.manage', 'webhooks.*'], false],
    ['scheduler.jobs.view', [], false],
    ['reports.monthly', ['reports.monthly'], true],
    ['reports.monthly', ['reports.*'], false],
    ['reports.monthly', ['*'], false],
    ['', ['*'], false],
  ])('%s by %j → %s', (feature, grants, expected) => {
    expect(isGranted(feature, grants, features)).toBe(expected);
  });
});
