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

  it.each([
    [[], { stage: 'dev', concurrency: undefined, yes: false, context: [], rest: [] }],
    [['-c', 'stage=pr-1'], { stage: 'pr-1', context: [] }],
    [['--policy', '--stage', 'prod'], { policy: 'deployment-policy', stage: 'prod' }],
    [['--policy', 'mine'], { policy: 'mine' }],
    [['--destroy', '--lift-protection', 'prod'], { destroy: true, liftProtection: 'prod' }],
  ])('have defaults, and accept the stage as context: %j', (args, expected) => {
    expect(readArguments(args)).toMatchObject(expected);
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
