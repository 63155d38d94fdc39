/**
 * The console in the local runtime. It is built and uploaded in the background while the API already serves requests;
 * a build that the data folder already has is not uploaded again.
 */
import { join } from 'node:path';
import { createCustomResources } from '../local/cloudformation/custom-resources.ts';
import type { LambdaService } from '../local/lambda/lambda.ts';
import type { HostResponse, ResolvedApp } from '../local/types.ts';

/** Where the console's build is and how it is made. */
export interface ConsoleSource {
  /** The folder of the build. Another build has another folder. */
  dir: string;
  /** Makes the build when it does not exist. Undefined when it always exists. */
  build?: ((signal: AbortSignal) => Promise<unknown>) | undefined;
}

const reloadSeconds = '2';

const texts = {
  absent: ['The console is not part of this runtime', '<code>npm start</code> serves it.'],
  building: ['The console is being built', 'This page reloads when it is ready. The API is ready already.'],
  failed: [
    'The console could not be built',
    'The terminal of the runtime shows the reason, and so does <code>npm run console:build</code>.',
  ],
} as const;

function waitingPage(state: keyof typeof texts): HostResponse {
  const [title, text] = texts[state];
  const html =
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    `<title>${title}</title></head><body><main><h1>${title}</h1><p>${text}</p></main></body></html>\n`;
  const headers: HostResponse['headers'] = [
    ['content-type', 'text/html; charset=utf-8'],
    ['cache-control', 'no-store'],
  ];
  if (state === 'building') headers.push(['retry-after', reloadSeconds], ['refresh', reloadSeconds]);
  return { status: 503, headers, body: Buffer.from(html) };
}

/** The console of an app. Without a source, its pages say that the console is not part of this runtime. */
export function createConsoleSite(source: ConsoleSource | undefined) {
  const stopping = new AbortController();
  let page: HostResponse | undefined = waitingPage(source === undefined ? 'absent' : 'building');
  let deploying: Promise<void> | undefined;

  async function deploy(app: ResolvedApp, lambda: LambdaService, createdFile: string): Promise<void> {
    if (source === undefined) return;
    try {
      await source.build?.(stopping.signal);
      if (stopping.signal.aborted) return;
      await createCustomResources(app, lambda, { createdFile, content: source.dir });
      page = undefined;
    } catch (error) {
      page = waitingPage('failed');
      throw error;
    }
  }

  return {
    /** Returns the page shown at every address of the console until it is uploaded; then undefined. */
    page: () => page,
    /** Builds and uploads the console. Rejects when that fails; the page then shows the failure. */
    deploy(app: ResolvedApp, lambda: LambdaService, dataDir: string): Promise<void> {
      deploying = deploy(app, lambda, join(dataDir, 'custom-resources.json'));
      return deploying;
    },
    /** Stops a build in progress. */
    async stop(): Promise<void> {
      stopping.abort();
      await deploying?.catch(() => undefined);
    },
  };
}
