/** The options of a stage with everything enabled. */
import example from '../../../bin/stages/example.ts';
import type { StageOptions } from '../../../lib/aws/stage/stage-options.ts';

// Like most tests, templates are for any region.
const { region, ...options } = example;
export const everythingOn: StageOptions = options;
