/**
 * The console in the local runtime. It is built and uploaded in the background while the API already serves requests;
 * a build that the data folder already has is not uploaded again.
 */
import { join } from 'node:path';
import { createCustomResources } from '../cloudformation/custom-resources.ts';
import type { LambdaService } from '../lambda/lambda.ts';
import type { HostResponse, ResolvedApp } from '../types.ts';

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
export class ConsoleSite {
  /** The page shown at every address of the console until it is uploaded; then undefined. */
  page: HostResponse | undefined;
  readonly #source: ConsoleSource | undefined;
  readonly #stopping = new AbortController();
  #deploying: Promise<void> | undefined;

  constructor(source: ConsoleSource | undefined) {
    this.#source = source;
    this.page = waitingPage(source === undefined ? 'absent' : 'building');
  }

  /** Builds and uploads the console. Rejects when that fails; the page then shows the failure. */
  deploy(app: ResolvedApp, lambda: LambdaService, dataDir: string): Promise<void> {
    this.#deploying = this.#deploy(app, lambda, join(dataDir, 'custom-resources.json'));
    return this.#deploying;
  }

  async #deploy(app: ResolvedApp, lambda: LambdaService, createdFile: string): Promise<void> {
    if (this.#source === undefined) return;
    try {
      await this.#source.build?.(this.#stopping.signal);
      if (this.#stopping.signal.aborted) return;
      await createCustomResources(app, lambda, { createdFile, content: this.#source.dir });
      this.page = undefined;
    } catch (error) {
      this.page = waitingPage('failed');
      throw error;
    }
  }

  /** Stops a build in progress. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#deploying?.catch(() => undefined);
  }
}
