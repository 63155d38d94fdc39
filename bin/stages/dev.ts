import type { StageOptions } from '../../lib/aws/stage/stage-options.ts';

/** A stage that may vanish: everything in it goes with its stacks. Copy it for others (`pr-12.ts`, `test.ts`). */
export default { preset: 'development' } satisfies StageOptions;
