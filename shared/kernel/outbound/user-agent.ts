/** Which program sends a request to another service. */
import { version } from '../settings/version.ts';

/** The `user-agent` of all requests, or of those of a part such as `Sync`, so that receivers can allow a part only. */
export const userAgentOf = (part?: string): string =>
  `Platform-Modules${part === undefined ? '' : `-${part}`}/${version}`;
