import { passTokensOn } from './request-token.ts';

passTokensOn(process.env.AWS_ENDPOINT_URL ?? '');

// Ends with the runtime, however that ended: nothing holds the other end of this pipe then.
process.stdin.on('end', () => process.exit(0)).resume();
process.stdin.unref?.();
