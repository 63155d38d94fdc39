import { describe, expect, it } from 'vitest';
import { settingProblems } from '../../../lib/aws/stage/setting-values.ts';
import { readStartOptions } from '../../../lib/demo/start-options.ts';
import { settingNames, settings } from '../../../shared/kernel/settings/settings.ts';

describe('the environment of a start', () => {
  it('has defaults, also for empty texts', () => {
    const defaults = { port: 4400, dataDir: '.local' };
    expect(readStartOptions({ PORT: '', DATA_DIR: '', RATE_LIMITS: '' })).toEqual(defaults);
    expect(readStartOptions({ PORT: '5000', DATA_DIR: '/tmp/x' })).toEqual({ port: 5000, dataDir: '/tmp/x' });
  });

  it('is refused with one line for each invalid value, with the allowed values', () => {
    const env = {
      ...{ PORT: '-1', INGEST: 'maybe', LOG_LEVEL: 'loud', RATE_LIMITS: 'maybe' },
      ...{ EVENT_STREAM_SECONDS: 'long', UPLOAD_MAX_MB: '-1', AWS_ENDPOINT_URL_DYNAMODB: 'localhost:8000' },
    };
    expect(() => readStartOptions(env)).toThrow(
      [
        'PORT must be a whole number from 0 to 65531, got "-1".',
        'INGEST must be on or off, got "maybe".',
        'LOG_LEVEL must be debug, info, warn or error, got "loud".',
        'AWS_ENDPOINT_URL_DYNAMODB must be an http or https URL, got "localhost:8000".',
        'RATE_LIMITS must be on or off, got "maybe".',
        'EVENT_STREAM_SECONDS must be a whole number from 1, got "long".',
        'UPLOAD_MAX_MB must be a number of MB above 0, got "-1".',
      ].join('\n'),
    );
  });

  it('is refused with the nearest setting for a misspelt one', () => {
    expect(() => readStartOptions({ RATE_LIMTS: 'off', HOME: '/root', LOGLEVEL: 'x' })).toThrow(
      /^RATE_LIMTS is not a setting; did you mean RATE_LIMITS\?$/,
    );
  });
});

describe('settings', () => {
  it('all accept their defaults', () => {
    expect(settingProblems(settings)).toEqual([]);
  });

  it.each(settingNames)('%s refuses an invalid value', (name) => {
    const [problem, ...others] = settingProblems({ [name]: 'no such value' });
    expect(problem).toMatch(new RegExp(`^${name} must be .+, got "no such value"\\.$`));
    expect(others).toEqual([]);
  });
});
