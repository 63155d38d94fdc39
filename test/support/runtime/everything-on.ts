/** The options of a stage that has everything there is. */
import example from '../../../bin/stages/example.ts';
import type { StageOptions } from '../../../lib/aws/stage/stage-options.ts';

// As most tests read templates for any region.
const { region, ...options } = example;
export const everythingOn: StageOptions = options;
