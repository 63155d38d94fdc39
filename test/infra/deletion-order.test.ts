/** Stacks of a stage are deleted in the reverse order of their dependencies. */
import { expect, it } from 'vitest';
import { deletionWave } from '../../lib/deploy/removal.ts';
import { everythingOn } from '../support/runtime/everything-on.ts';
import { synthesize } from '../support/runtime/template.ts';

it.each([
  ['dev', {}],
  ['prod', everythingOn],
])('deletes every stack of %s before those that it depends on', (stage, options) => {
  const { stacks } = synthesize({ stage, options });
  // Assets are dependencies, too.
  const names = new Set(stacks.map(({ name }) => name));
  const wrong = stacks.flatMap(({ name, dependencies }) =>
    dependencies
      .filter((dependency) => names.has(dependency))
      .filter((dependency) => deletionWave(dependency, stage) <= deletionWave(name, stage))
      .map((dependency) => `${dependency} before ${name}`),
  );
  expect(wrong).toEqual([]);
});
