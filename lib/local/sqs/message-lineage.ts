/**
 * Lambda's recursion detection: follows a message through functions and queues, as AWS does with trace headers, and
 * stops a chain that returned to the same function about 16 times.
 * https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html
 */
import { LRUCache } from 'lru-cache';

const maxRounds = 16;
/** The oldest are removed; a chain that long has ended. */
const maxMessages = 10_000;

/** How often each function was part of the chain. */
type Rounds = ReadonlyMap<string, number>;

export type MessageLineage = ReturnType<typeof createMessageLineage>;

export function createMessageLineage() {
  const messages = new LRUCache<string, Rounds>({ max: maxMessages });
  const invocations = new Map<string, Rounds>();
  return {
    /** Records the messages that an invocation sent. A request id without a delivery starts new chains. */
    sent(requestId: string | undefined, messageIds: readonly string[]): void {
      const rounds = invocations.get(requestId ?? '');
      if (rounds === undefined) return;
      for (const messageId of messageIds) messages.set(messageId, rounds);
    },
    /** Records that an invocation of the function handles these messages, until `done`. */
    begin(requestId: string, functionName: string, messageIds: readonly string[]): void {
      const rounds = new Map<string, number>();
      for (const messageId of messageIds) {
        for (const [name, count] of messages.get(messageId) ?? [])
          rounds.set(name, Math.max(rounds.get(name) ?? 0, count));
      }
      rounds.set(functionName, (rounds.get(functionName) ?? 0) + 1);
      invocations.set(requestId, rounds);
    },
    done: (requestId: string) => void invocations.delete(requestId),
    /** Whether Lambda would refuse to invoke the function for this message. */
    isLoop: (functionName: string, messageId: string) =>
      (messages.get(messageId)?.get(functionName) ?? 0) >= maxRounds,
  };
}
