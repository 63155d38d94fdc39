/** The console on one machine: built and uploaded beside the API, which does not wait for it. */
import { createCustomResources } from '../cloudformation/custom-resources.ts';
import type { LambdaService } from '../lambda/lambda.ts';
import type { HostAnswer, ResolvedApp } from '../types.ts';

/** Where the build of the console is, and how it comes there. */
export interface ConsoleSource {
  /** The folder with the build. */
  dir: string;
  /** Makes the build when it is not there. Missing for one that is. */
  build?: ((signal: AbortSignal) => Promise<unknown>) | undefined;
}

export interface ConsoleSite {
  /** What every address of the console shows until it is uploaded; undefined from then on. */
  page(): HostAnswer | undefined;
  /** Builds and uploads it. Rejects when that fails, which the page says. */
  deploy(): Promise<void>;
  /** Ends a build that is under way. */
  stop(): Promise<void>;
}

const reloadSeconds = 2;

const texts = {
  absent: ['The console is not part of this runtime', '<code>npm start</code> serves it.'],
  building: ['The console is being built', 'This page reloads when it is ready. The API is ready already.'],
  failed: [
    'The console could not be built',
    'The terminal of the runtime says why, and so does <code>npm run console:build</code>.',
  ],
} as const;

function waitingPage(state: keyof typeof texts): HostAnswer {
  const [title, text] = texts[state];
  const html =
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    `<title>${title}</title></head><body><main><h1>${title}</h1><p>${text}</p></main></body></html>\n`;
  const headers: HostAnswer['headers'] = [
    ['content-type', 'text/html; charset=utf-8'],
    ['cache-control', 'no-store'],
  ];
  if (state === 'building') {
    headers.push(['retry-after', String(reloadSeconds)], ['refresh', String(reloadSeconds)]);
  }
  return { status: 503, headers, body: Buffer.from(html) };
}

/** The console of an app; without a source its pages say that there is none. */
export function createConsoleSite(options: {
  app: ResolvedApp;
  lambda: LambdaService;
  source: ConsoleSource | undefined;
}): ConsoleSite {
  const { app, lambda, source } = options;
  const stopping = new AbortController();
  let page: HostAnswer | undefined = waitingPage(source === undefined ? 'absent' : 'building');
  let deploying: Promise<void> | undefined;

  async function deploy(): Promise<void> {
    if (source === undefined) return;
    try {
      await source.build?.(stopping.signal);
      if (stopping.signal.aborted) return;
      await createCustomResources(app, lambda);
      page = undefined;
    } catch (error) {
      page = waitingPage('failed');
      throw error;
    }
  }

  return {
    page: () => page,
    deploy: () => {
      deploying ??= deploy();
      return deploying;
    },
    async stop() {
      stopping.abort();
      await deploying?.catch(() => undefined);
    },
  };
}
