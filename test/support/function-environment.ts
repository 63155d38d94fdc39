/** The functions' environment, for handlers that are called in a test's process. */
import { inject } from 'vitest';
import { settingNames } from '../../shared/settings.ts';

/** Settings and access to AWS: what a test starts beside itself would take for its own. */
const isForCalls = (name: string): boolean =>
  name.startsWith('AWS_') || settingNames.some((setting) => setting === name);

/** Names and values: those that handlers need while they are called, or those that modules may have at any time. */
export function variables(which: 'for calls' | 'always'): [name: string, value: string][] {
  return Object.entries(inject('functionEnvironment')).filter(
    ([name]) => isForCalls(name) === (which === 'for calls'),
  );
}

for (const [name, value] of variables('always')) process.env[name] = value;
