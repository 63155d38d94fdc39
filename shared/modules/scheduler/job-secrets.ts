/** The fields of jobs that may contain secrets. Separate from the contract, because workers load only this file. */
import * as z from 'zod/mini';
import { jobLimits } from './limits.ts';

export const targetPayload = z.nullable(z.record(z.string(), z.unknown())).check(
  z.meta({
    description: `Payload of the message or input of the command, up to ${jobLimits.payloadBytes} bytes of JSON.`,
    examples: [{ report: 'totals' }],
    'x-secret': true,
  }),
);

export const jobSecrets = { targetPayload };
