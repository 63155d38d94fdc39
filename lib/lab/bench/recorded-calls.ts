/** The AWS calls of one request, recorded while its handler runs in this process, for a bare server to repeat. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { EndpointSpec } from '../../../shared/kernel/http/endpoint-spec.ts';
import { originSecretsVariable } from '../../../shared/kernel/http/origin.ts';
import type { SampleRequest } from '../../../shared/kernel/samples/sample.ts';
import { table } from '../../../shared/kernel/table/table.ts';
import { entryFile } from '../../aws/function-files.ts';
import { gatewayEvent, originSecret } from './gateway-event.ts';
import type { BareCall, BareOperation } from './tools/bare-server.ts';

const projectRoot = join(import.meta.dirname, '../../..');
const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
type Handler = (event: unknown, context: unknown) => Promise<{ statusCode: number }>;

async function handlerOf(endpoint: EndpointSpec): Promise<Handler> {
  const module: { handler: Handler } = await import(
    pathToFileURL(join(projectRoot, entryFile(endpoint))).href
  );
  return module.handler;
}

export interface RecordedRequest {
  endpoint: EndpointSpec;
  request: SampleRequest;
  key: string;
  /** Ids that are the same in every request, such as those of the tenant. */
  stableTexts: readonly string[];
  /** A text that is unique per request. */
  uniqueText?: string;
  status: number;
}

/** Runs the request once and returns its calls. Throws when it is refused, or calls a service other than DynamoDB. */
export async function recordCalls(recorded: RecordedRequest): Promise<BareOperation> {
  const { endpoint, request, key, stableTexts, uniqueText, status } = recorded;
  process.env[originSecretsVariable] ??= originSecret;
  const handler = await handlerOf(endpoint);
  const steps: BareCall[][] = [];
  let inFlight = 0;
  table().client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const call = {
          action: commandName.replace(/Command$/, ''),
          // The limit of the recorded second would refuse the repetitions.
          input: JSON.stringify(args.input).replace(/":max":\d+/, '":max":1000000000'),
        };
        if (inFlight === 0) steps.push([call]);
        else steps.at(-1)?.push(call);
        inFlight += 1;
        return next(args).finally(() => {
          inFlight -= 1;
        });
      },
    { step: 'initialize', name: 'benchRecorder' },
  );
  const { write } = process.stdout;
  // The handler's log lines would appear between the rows of the table.
  process.stdout.write = () => true;
  try {
    const event = JSON.parse(
      gatewayEvent(endpoint, { ...request, headers: { ...request.headers, 'x-api-key': key } }),
    );
    const context = { awsRequestId: 'bench', getRemainingTimeInMillis: () => 10_000 };
    const answer = await handler(event, context);
    if (answer.statusCode !== status)
      throw new Error(`${endpoint.operationId} returned ${JSON.stringify(answer)}.`);
  } finally {
    process.stdout.write = write;
    table().client.middlewareStack.remove('benchRecorder');
  }
  const inputs = steps.flat().map(({ input }) => input);
  const sent = JSON.stringify(request);
  const fresh = inputs
    .flatMap((input) => [...input.matchAll(uuid)].map(([id]) => id))
    .filter((id) => !stableTexts.includes(id) && !sent.includes(id));
  return { status, steps, uniqueTexts: [...new Set([...fresh, ...(uniqueText ? [uniqueText] : [])])] };
}
