import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createIdentityRegistry } from '../../../lib/local/gateway/identities.ts';
import { createLambda, type LambdaOptions } from '../../../lib/local/lambda/lambda.ts';
import { createFunctionLogs } from '../../../lib/local/lambda/logs.ts';
import type { AwsIdentity, IdentityRegistry } from '../../../lib/local/types.ts';
import { callOverHttp } from '../../support/clients/in-process.ts';
import { aResource, resolvedApp } from '../../support/runtime/resolved-app.ts';

callOverHttp();

const roleArn = 'arn:aws:iam::000000000000:role/worker';
const never = 'new Promise(() => {})';

const lambdaArn = 'arn:aws:lambda:us-east-1:000000000000:function:fn';
const trust = [{ Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service: 'lambda.amazonaws.com' } }];
const role = aResource('AWS::IAM::Role', 'worker', roleArn, {
  AssumeRolePolicyDocument: { Statement: trust },
});
const lambdaProperties = {
  ...{ Runtime: 'nodejs24.x', Handler: 'index.handler', Role: roleArn },
  ...{ Timeout: 5, MemorySize: 128 },
};

/** Records every identity, so that a test can read one after its worker has ended. */
function spyRegistry(): IdentityRegistry & { seen: AwsIdentity[] } {
  const registry = createIdentityRegistry();
  const seen: AwsIdentity[] = [];
  return {
    ...registry,
    seen,
    register(identity) {
      seen.push(identity);
      registry.register(identity);
    },
  };
}

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp();
});

/** Runs `source` as the bundle of the function `fn`. */
function run(source: string, properties: Record<string, unknown> = {}, options: Partial<LambdaOptions> = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'lambda-test-'));
  cleanups.push(() => rmSync(dir, { recursive: true, force: true }));
  const codeDir = join(dir, 'code');
  mkdirSync(codeDir);
  writeFileSync(join(codeDir, 'index.mjs'), source);
  const fn = aResource('AWS::Lambda::Function', 'fn', lambdaArn, { ...lambdaProperties, ...properties });
  const app = { ...resolvedApp(role, fn), assetPath: () => codeDir };
  const registry = spyRegistry();
  const logs = createFunctionLogs({ dir: join(dir, 'logs'), quiet: true });
  cleanups.push(() => logs.close());
  const lambda = createLambda({
    app,
    registry,
    awsGatewayUrl: 'http://127.0.0.1:9',
    logs,
    authorizeServiceCall: () => true,
    random: () => 1,
    ...options,
  });
  cleanups.push(() => lambda.stop());
  const invoke = async (event: unknown = {}, requestId?: string) => {
    const result = await lambda.invoke(
      'fn',
      JSON.stringify(event),
      requestId === undefined ? {} : { requestId },
    );
    return { failed: result.functionError !== undefined, answer: JSON.parse(result.payload) };
  };
  return { invoke, lambda, registry, logs, dir };
}

describe('a Lambda worker', () => {
  it('has its own environment and nothing of the host', async () => {
    const { invoke, registry } = run('export const handler = async () => process.env', {
      Environment: { Variables: { TABLE_NAME: 'things' } },
    });
    const { answer } = await invoke();
    expect(answer).toMatchObject({
      TABLE_NAME: 'things',
      AWS_REGION: 'us-east-1',
      AWS_LAMBDA_FUNCTION_NAME: 'fn',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '128',
      AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
      AWS_ACCESS_KEY_ID: registry.seen[0]?.accessKeyId,
    });
    expect(answer).not.toHaveProperty('VITEST');
    expect(answer).not.toHaveProperty('USER');
    expect(answer.HOME).not.toBe(process.env.HOME);
  });

  it('receives event and context', async () => {
    const { invoke } = run(`export const handler = async (event, context) =>
      ({ event, ...context, remainingMs: context.getRemainingTimeInMillis() })`);
    const { answer } = await invoke({ a: 1 });
    expect(answer).toMatchObject({
      event: { a: 1 },
      functionName: 'fn',
      memoryLimitInMB: '128',
      invokedFunctionArn: lambdaArn,
      logGroupName: '/aws/lambda/fn',
    });
    expect(answer.awsRequestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.remainingMs).toBeGreaterThan(0);
    expect(answer.remainingMs).toBeLessThanOrEqual(5000);
  });

  it('is reused, one invocation at a time, while it serves its queue', async () => {
    const { invoke } = run(
      `let running = 0, count = 0;
       export const handler = async () => {
         running += 1; count += 1;
         const seen = running;
         await new Promise((done) => setImmediate(done));
         running -= 1;
         return { seen, count };
       }`,
    );
    const answers = await Promise.all(Array.from({ length: 50 }, () => invoke()));
    expect(new Set(answers.map(({ answer }) => answer.seen))).toEqual(new Set([1]));
    const workers = answers.filter(({ answer }) => answer.count === 1);
    expect(workers.length).toBeLessThan(3);
  });

  it('is throttled beyond the reserved concurrency of the function', async () => {
    const source = 'export const handler = () => new Promise((done) => setTimeout(done, 50))';
    const { invoke } = run(source, { ReservedConcurrentExecutions: 2 });
    const outcomes = await Promise.allSettled([invoke(), invoke(), invoke()]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(outcomes[2]).toMatchObject({ reason: { name: 'TooManyRequestsException' } });
    await invoke();
    await expect(run(source, { ReservedConcurrentExecutions: 0 }).invoke()).rejects.toThrow('Rate Exceeded');
  });

  it('is joined by more workers while all of them wait', async () => {
    // None of them ends before all six run.
    const source = `import { BroadcastChannel } from 'node:worker_threads';
      export const handler = () => new Promise((done) => {
        const channel = new BroadcastChannel('crowd');
        const here = new Set(['own']);
        const see = (name) => {
          here.add(name);
          if (here.size < 6) return;
          channel.close();
          done('six');
        };
        const name = crypto.randomUUID();
        channel.onmessage = ({ data }) => {
          if (!data.answered) channel.postMessage({ name, answered: true });
          see(data.name);
        };
        channel.postMessage({ name });
      })`;
    const { invoke, lambda } = run(source);
    const answers = await Promise.all(Array.from({ length: 6 }, () => invoke()));
    expect(answers.map(({ answer }) => answer)).toEqual(Array.from({ length: 6 }, () => 'six'));
    expect(lambda.functions()[0]?.workers).toEqual({ starting: 0, idle: 6, busy: 0 });
  });

  it('calls AWS without a socket, over the message port', async () => {
    const calls: string[] = [];
    const source = `import http from 'node:http';
      import { text } from 'node:stream/consumers';
      const headers = { authorization: 'AWS4-HMAC-SHA256 Credential=A/20260101/us-east-1/sqs/aws4_request, x' };
      export const handler = () => new Promise((done, fail) => {
        http.request({ host: '127.0.0.1', port: 9, method: 'POST', path: '/', headers }, (answer) =>
          text(answer).then((body) => done({ status: answer.statusCode, body }))).on('error', fail).end('hello');
      })`;
    const gateway: LambdaOptions['gateway'] = {
      services: ['sqs'],
      async call({ body }) {
        calls.push(body);
        return { status: 202, headers: {}, body: 'taken' };
      },
    };
    const { invoke } = run(source, {}, { gateway });
    expect((await invoke()).answer).toEqual({ status: 202, body: 'taken' });
    expect(calls).toEqual(['hello']);
  });

  it('can call AWS only during an invocation', async () => {
    const { invoke, lambda, registry } = run(`export const handler = async (event) => event`);
    // It is not started before the first invocation.
    expect(registry.seen).toEqual([]);
    await invoke();
    const identity = registry.seen[0];
    expect(identity).toMatchObject({ phase: 'idle', invocation: undefined });
    const second = invoke({}, 'request-2');
    const invocation = { requestId: 'request-2', functionName: 'fn' };
    expect(identity).toMatchObject({ phase: 'busy', invocation });
    await second;
    expect(identity?.phase).toBe('idle');
    await lambda.stop();
    expect(registry.find(identity?.accessKeyId ?? '')).toBeUndefined();
  });

  it('reports for each call whether its invocation is still active, also during the next one', async () => {
    const tokens: unknown[] = [];
    const listen = async (onRequest: RequestListener) => {
      const server = createServer(onRequest).listen(0, '127.0.0.1');
      cleanups.push(() => server.close());
      await once(server, 'listening');
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    };
    const note: RequestListener = ({ headers, url }, response) => {
      tokens.push([url, headers['x-local-request-token']]);
      response.end();
    };
    const [aws, elsewhere] = [await listen(note), await listen(note)];
    const source = `
      import { request } from 'node:http';
      const ask = (url, path) => new Promise((resolve) => {
        const { hostname, port } = new URL(url);
        request({ hostname, port, path, headers: {} }, (answer) => answer.resume().on('end', resolve)).end();
      });
      let leftBehind;
      export const handler = async ({ aws, elsewhere, isLast }) => {
        if (!isLast) {
          leftBehind = Promise.withResolvers();
          leftBehind.done = leftBehind.promise.then(() => ask(aws, '/left-behind'));
          await ask(aws, '/in-time');
          return ask(elsewhere, '/elsewhere');
        }
        leftBehind.resolve();
        await leftBehind.done;
        await ask(aws, '/next');
      };`;
    const { invoke } = run(source, {}, { awsGatewayUrl: aws });
    await invoke({ aws, elsewhere });
    await invoke({ aws, elsewhere, isLast: true });
    expect(tokens).toEqual([
      ['/in-time', 'goes-on'],
      ['/elsewhere', undefined],
      ['/left-behind', 'has-ended'],
      ['/next', 'goes-on'],
    ]);
  });

  it('is ended at the timeout of the template', async () => {
    const { invoke, registry } = run(
      `let calls = 0; export const handler = (event) => ++calls && event.hang ? ${never} : Promise.resolve(calls)`,
      { Timeout: 1 },
    );
    const errorMessage = expect.stringMatching(/Task timed out after 1\.00 seconds$/);
    const timedOut = { failed: true, answer: { errorType: 'Sandbox.Timedout', errorMessage } };
    expect(await invoke({ hang: true })).toMatchObject(timedOut);
    expect(registry.find(registry.seen[0]?.accessKeyId ?? '')).toBeUndefined();
    expect(await invoke()).toEqual({ failed: false, answer: 1 });
  });

  it.each([
    ['an uncaught exception', `setImmediate(() => { throw new Error('boom') }); return ${never}`, 'boom'],
    ['an unhandled rejection', `void Promise.reject(new Error('boom')); return ${never}`, 'boom'],
    ['an exit', `process.exit(3)`, 'exit status 3'],
    ['an endless allocation', `const all = []; for (;;) all.push(new Array(1e5).fill(1.5))`, 'memory'],
  ])('fails only its invocation on %s', async (_what, statement, message) => {
    const { invoke } = run(
      `export const handler = (event) => { if (event.ok) return Promise.resolve('ok'); ${statement} }`,
    );
    const answer = { errorMessage: expect.stringContaining(message) };
    expect(await invoke()).toMatchObject({ failed: true, answer });
    expect(await invoke({ ok: true })).toEqual({ failed: false, answer: 'ok' });
  });

  it('reports a thrown error as Lambda does, and continues', async () => {
    const { invoke, registry } = run(`export const handler = async () => { throw new TypeError('no') }`);
    await invoke();
    const answer = { errorType: 'TypeError', errorMessage: 'no' };
    expect(await invoke()).toMatchObject({ failed: true, answer });
    expect(registry.seen).toHaveLength(1);
  });

  it('fails the invocation if the bundle cannot be loaded', async () => {
    const { invoke } = run(`throw new Error('bad start')`);
    expect((await invoke()).answer.errorMessage).toBe('bad start');
    expect((await run('export const other = 1').invoke()).answer.errorType).toBe('Runtime.HandlerNotFound');
  });

  it('accepts and returns at most 6 MB', async () => {
    const { invoke, lambda } = run(`export const handler = async ({ bytes = 0 }) => 'x'.repeat(bytes)`);
    await expect(lambda.invoke('fn', `"${'x'.repeat(6_291_456)}"`)).rejects.toThrow(
      'smaller than 6291456 bytes',
    );
    expect((await invoke({ bytes: 6_291_400 })).failed).toBe(false);
    expect((await invoke({ bytes: 6_291_456 })).answer.errorType).toBe('Function.ResponseSizeTooLarge');
  });

  it('is killed by the control server without effect on the next request', async () => {
    const { invoke, lambda } = run(
      `export const handler = (event) => event.hang ? ${never} : Promise.resolve(1)`,
    );
    await invoke();
    const hanging = invoke({ hang: true });
    expect(await lambda.stopWorkers({ functionName: 'fn' })).toBe(1);
    expect((await hanging).answer.errorType).toBe('Runtime.ExitError');
    expect(await invoke()).toEqual({ failed: false, answer: 1 });
  });

  it('is recycled at random', async () => {
    const chances = [1, 0, 1];
    const source = 'const id = Math.random(); export const handler = async () => id';
    const { invoke } = run(source, {}, { random: () => chances.shift() ?? 1 });
    const [first, second, third, fourth] = [await invoke(), await invoke(), await invoke(), await invoke()];
    expect(second).toEqual(first);
    expect(third).not.toEqual(second);
    expect(fourth).toEqual(third);
  });

  it('is kept for five minutes after one of its function was recycled', async () => {
    const source = 'const id = Math.random(); export const handler = async () => id';
    const { invoke } = run(source, {}, { random: () => 0 });
    const [first, second, third] = [await invoke(), await invoke(), await invoke()];
    expect(second).not.toEqual(first);
    expect(third).toEqual(second);
  });

  it('streams through awslambda', async () => {
    const { lambda } = run(`export const handler = awslambda.streamifyResponse(async (event, stream) => {
      stream = awslambda.HttpResponseStream.from(stream, { statusCode: 201 });
      stream.write('one ');
      stream.end('two');
    })`);
    const { payload } = await lambda.invoke('fn', '{}');
    expect(payload).toBe(`{"statusCode":201}${'\0'.repeat(8)}one two`);
  });

  it('writes its lines to the log under the request', async () => {
    const { invoke, logs, dir } = run(
      `export const handler = async () => { console.log('{"level":"INFO"}') }`,
    );
    await invoke({}, 'request-1');
    expect(logs.find({ requestId: 'request-1' })).toMatchObject([
      { functionName: 'fn', line: '{"level":"INFO"}' },
    ]);
    await logs.close();
    expect(readFileSync(join(dir, 'logs', 'fn.log'), 'utf8')).toBe('{"level":"INFO"}\n');
  });

  it('loses its log lines without the grant to write them', async () => {
    const source = `export const handler = async () => { console.log('x') }`;
    const authorizeServiceCall = ({ action }: { action: string }) => action !== 'logs:PutLogEvents';
    const { invoke, logs } = run(source, {}, { authorizeServiceCall });
    await invoke({}, 'request-1');
    expect(logs.find({})).toEqual([]);
  });

  it('is refused with an environment over 4 KB', () => {
    const Environment = { Variables: { BIG: 'x'.repeat(4096) } };
    expect(() => run('', { Environment })).toThrow('4096');
  });
});
