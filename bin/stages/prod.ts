import type { StageOptions } from '../../lib/aws/stage/stage-options.ts';

/** Production: watched, protected, with a web ACL and a service for large uploads. Add its domain and its receivers. */
export default { preset: 'production' } satisfies StageOptions;
