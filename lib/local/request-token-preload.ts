import { passTokensOn } from './request-token.ts';

passTokensOn();
