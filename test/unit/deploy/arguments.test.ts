/** Parses the arguments of `npm run deploy`. */
import { describe, expect, it } from 'vitest';
import { readArguments } from '../../../lib/deploy/arguments.ts';

describe('the arguments of a deployment', () => {
  it('are those of the command, and after a second `--` those of the CDK CLI', () => {
    expect(
      readArguments([
        ...['--stage=prod', '--profile', 'team', '-c', 'ignoreAlarms=on', '--context=a=b'],
        ...['--allow', 'Data.Table', '--concurrency', '1', '--yes', '--', '--verbose', '--force'],
      ]),
    ).toEqual({
      stage: 'prod',
      profile: 'team',
      policy: undefined,
      context: ['ignoreAlarms=on', 'a=b'],
      allowed: ['Data.Table'],
      concurrency: 1,
      yes: true,
      destroy: false,
      liftProtection: undefined,
      rest: ['--verbose', '--force'],
    });
  });

  it('have defaults, and accept the stage as context', () => {
    expect(readArguments([])).toMatchObject({
      stage: 'dev',
      concurrency: undefined,
      yes: false,
      context: [],
      rest: [],
    });
    expect(readArguments(['-c', 'stage=pr-1'])).toMatchObject({ stage: 'pr-1', context: [] });
    expect(readArguments(['--policy', '--stage', 'prod'])).toMatchObject({
      policy: 'deployment-policy',
      stage: 'prod',
    });
    expect(readArguments(['--policy', 'mine'])).toMatchObject({ policy: 'mine' });
    expect(readArguments(['--destroy', '--stage', 'prod', '--lift-protection', 'prod'])).toMatchObject({
      destroy: true,
      liftProtection: 'prod',
    });
  });

  it('accept --require-approval never as --yes, and no other value', () => {
    expect(readArguments(['--require-approval', 'never']).yes).toBe(true);
    expect(() => readArguments(['--require-approval', 'broadening'])).toThrow(/asks once/);
  });

  it.each([
    [['--concurency', '2'], /--concurency.*--concurrency/],
    [['--concurrency', '0'], /1 to 10/],
    [['--concurrency', 'many'], /1 to 10/],
    [['--all'], /every stack/],
    [['prod'], /prod/],
    [['--stage'], /stage/],
  ])('refuse %j', (args, message) => {
    expect(() => readArguments(args)).toThrow(message);
  });
});
