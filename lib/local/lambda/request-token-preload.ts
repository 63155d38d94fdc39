import { passTokensOn } from './request-token.ts';

passTokensOn(process.env.AWS_ENDPOINT_URL ?? '');

// Ends together with the runtime, even when that is killed: the other end of this pipe closes then.
process.stdin.on('end', () => process.exit(0)).resume();
process.stdin.unref?.();
