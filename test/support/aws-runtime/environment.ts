/**
 * An execution environment of a function that runs AWS's own runtime client (`aws-lambda-ric`) in a process, with a
 * Runtime API behind it: the same globals, stream wire, log format and errors as in AWS.
 * https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { newKeys } from '../../../lib/local/gateway/identities.ts';
import type { FunctionDefinition } from '../../../lib/local/lambda/definition.ts';
import {
  type EnvironmentSettings,
  failure,
  type InvocationRequest,
  type InvocationResult,
  type LambdaEnvironment,
  variablesOf,
} from '../../../lib/local/lambda/environment.ts';
import type { AwsIdentity } from '../../../lib/local/types.ts';

type Outcome = { result: InvocationResult; alive: boolean };

/** What the environments of a test have seen. */
export interface RecordedRuns {
  /** Functions that have run. */
  functions: Set<string>;
  /** Bytes of streamed bodies after the prelude, by function. */
  streamedBytes: Map<string, number[]>;
  /** Text that a function wrote while no invocation was in progress. */
  late: { functionName: string; text: string }[];
}

const preludeEnd = Buffer.alloc(8);

/** Bytes of a streamed response after status and headers. */
function bodyBytes(chunks: readonly Uint8Array[]): number {
  const all = Buffer.concat(chunks);
  const end = all.indexOf(preludeEnd);
  return end < 0 ? all.byteLength : all.byteLength - end - preludeEnd.byteLength;
}

/** Starts environments with the client in a folder. */
export function ricEnvironments(clientFile: string, runs: RecordedRuns) {
  return (definition: FunctionDefinition, settings: EnvironmentSettings): LambdaEnvironment => {
    const { name, arn, roleArn, statements, moduleUrl, timeoutSeconds } = definition;
    const { registry, awsGatewayUrl, log, onDeath } = settings;
    const identity: AwsIdentity = { ...newKeys('ASIA'), name, roleArn, statements, phase: 'starting' };
    registry.register(identity);
    const ready = Promise.withResolvers<void>();
    // A dropped environment may have no invocation that waits for it.
    ready.promise.catch(() => undefined);
    let request: InvocationRequest | undefined;
    let settle: ((outcome: Outcome) => void) | undefined;
    let result: InvocationResult | undefined;
    /** The request for the next invocation, which the Runtime API holds. */
    let next: ServerResponse | undefined;

    function finish(outcome: Outcome): void {
      identity.phase = 'idle';
      identity.invocation = undefined;
      request = undefined;
      result = undefined;
      settle?.(outcome);
      settle = undefined;
    }

    async function receiveStream(incoming: IncomingMessage): Promise<InvocationResult> {
      const chunks: Uint8Array[] = [];
      // Status and headers may arrive in several chunks; Lambda reads them up to their end.
      let head: Buffer | undefined = Buffer.alloc(0);
      for await (const chunk of incoming) {
        chunks.push(chunk);
        if (head === undefined) await request?.sink?.write(chunk);
        else {
          head = Buffer.concat([head, chunk]);
          if (!head.includes(preludeEnd)) continue;
          await request?.sink?.write(head);
          head = undefined;
        }
      }
      if (head !== undefined) await request?.sink?.write(head);
      runs.streamedBytes.set(name, [...(runs.streamedBytes.get(name) ?? []), bodyBytes(chunks)]);
      const error = incoming.trailers['lambda-runtime-function-error-body'];
      if (error !== undefined)
        return { payload: Buffer.from(error, 'base64').toString(), functionError: 'Unhandled' };
      return { payload: request?.sink === undefined ? Buffer.concat(chunks).toString() : '' };
    }

    async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
      const path = incoming.url ?? '';
      if (path.endsWith('/invocation/next')) {
        next = outgoing;
        if (result !== undefined) finish({ result, alive: true });
        identity.phase = 'idle';
        ready.resolve();
        return;
      }
      if (path.endsWith('/init/error')) ready.reject(JSON.parse(await text(incoming)));
      else if (path.endsWith('/error'))
        result = { payload: await text(incoming), functionError: 'Unhandled' };
      else if (incoming.headers['lambda-runtime-function-response-mode'] === 'streaming')
        result = await receiveStream(incoming);
      else result = { payload: await text(incoming) };
      outgoing.writeHead(202).end('{}');
    }

    const server = createServer((incoming, outgoing) => {
      answer(incoming, outgoing).catch(() => outgoing.destroy());
    }).listen(0, '127.0.0.1');
    const started = once(server, 'listening').then(() => {
      const { port } = server.address() as AddressInfo;
      const child = spawn(process.execPath, [clientFile], {
        env: {
          ...variablesOf(definition, identity, awsGatewayUrl),
          AWS_LAMBDA_RUNTIME_API: `127.0.0.1:${port}`,
          AWS_LAMBDA_LOG_FORMAT: 'JSON',
          LAMBDA_TASK_ROOT: dirname(fileURLToPath(moduleUrl)),
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      for (const stream of ['stdout', 'stderr'] as const)
        child[stream].on('data', (bytes: Buffer) => {
          const written = bytes.toString();
          if (identity.phase === 'idle') runs.late.push({ functionName: name, text: written });
          log(stream, written, identity.invocation?.requestId);
        });
      child.once('exit', (code) => {
        const { awsRequestId = randomUUID() } = request ?? {};
        const errorMessage = `RequestId: ${awsRequestId} Error: Runtime exited with error: exit status ${code}`;
        const error = { errorType: 'Runtime.ExitError', errorMessage };
        registry.revoke(identity.accessKeyId);
        server.closeAllConnections();
        server.close();
        ready.reject(error);
        finish({ result: failure(error), alive: false });
        onDeath();
      });
      return child;
    });

    async function stop(): Promise<void> {
      registry.revoke(identity.accessKeyId);
      const child = await started;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }

    return {
      identity,
      ready: ready.promise,
      run(invocation) {
        const { payload, awsRequestId, requestId, traceId } = invocation;
        runs.functions.add(name);
        request = invocation;
        identity.phase = 'busy';
        identity.invocation = { requestId, functionName: name };
        const timeoutMs = timeoutSeconds * 1_000;
        const timer = setTimeout(() => {
          const errorMessage = `RequestId: ${awsRequestId} Error: Task timed out after ${timeoutSeconds.toFixed(2)} seconds`;
          finish({ result: failure({ errorType: 'Sandbox.Timedout', errorMessage }), alive: false });
          void stop();
        }, timeoutMs);
        return new Promise((resolve) => {
          settle = (outcome) => {
            clearTimeout(timer);
            resolve(outcome);
          };
          next?.writeHead(200, {
            'content-type': 'application/json',
            'lambda-runtime-aws-request-id': awsRequestId,
            'lambda-runtime-deadline-ms': String(Date.now() + timeoutMs),
            'lambda-runtime-invoked-function-arn': arn,
            'lambda-runtime-trace-id': traceId,
          });
          next?.end(payload);
          next = undefined;
        });
      },
      stop,
    };
  };
}
