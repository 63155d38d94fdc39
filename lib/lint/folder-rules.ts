/** Rules for imports between folders, each with a sentence that explains it. */

interface Rule {
  /** The rule as a sentence, printed when it is broken. */
  says: string;
  /** The files to which it applies. */
  from: RegExp;
  /** Exceptions among those files. */
  except?: RegExp;
}

/** Refused imports. */
export interface ForbiddenImport extends Rule {
  never: RegExp;
  /** Also refuses indirect imports; type imports do not count then. */
  deep?: true;
}

/** Refuses everything except these. */
export interface AllowedImports extends Rule {
  /** `$1` is the first group of `from`. */
  only: readonly string[];
}

export type FolderRule = ForbiddenImport | AllowedImports;

/** The files of the catalog that handlers of a module pass to its services. */
const catalogOf: Readonly<Record<string, string>> = {
  attention: 'module-attention',
  events: 'broadcast-events|catalogue-entries|module-stories',
  identity: 'declared-features',
  mcp: 'load-documentation',
  notifications: 'declared-features',
  scheduler: 'commands|load-commands|restored-jobs|run-dependencies',
  search: 'search-sources',
  webhooks: 'catalogue-entries',
};

/** Folders of handlers that have a rule of their own below, because they import more than one module and the kernel. */
const special = 'exports|platform/front|progress';

/** What handlers of every module know. */
const ofHandlers = [
  '^shared/kernel/(base|http|auth|queues|lists|errors|observability|settings|resources)/',
  '^aws-lambda$',
];

export const folderRules: readonly FolderRule[] = [
  {
    says: 'The kernel must not import modules.',
    from: /^shared\/kernel\//,
    never: /^shared\/(?!kernel\/)/,
  },
  {
    says:
      'Contracts, public-data.ts and the rule evaluator are data: they must not import an SDK, a handler, a store or ' +
      'the table. A bundle includes every file that code behind import() names.',
    from: /^shared\/(catalog\/endpoints|.*contract[^/]*|.*\/(public-data|rule-engine))\.ts$/,
    never:
      /^(@(aws-sdk|smithy)\/|@middy\/|stripe$|undici$|functions\/|shared\/.*store\.ts$|shared\/kernel\/table\/(table|read|write))/,
    deep: true,
  },
  {
    says: 'Modules must not import the catalog: handlers pass what the services need.',
    from: /^shared\/modules\//,
    never: /^shared\/catalog\//,
  },
  {
    says: 'A handler may only import its module or the resources of a team, and the kernel.',
    from: new RegExp(`^functions/(?!(?:${special}|${Object.keys(catalogOf).join('|')})/)([^/]+)/`),
    only: ['^shared/modules/$1/', '^shared/extensions/resources\\.ts$', ...ofHandlers],
  },
  ...Object.entries(catalogOf).map(([module, files]) => ({
    says: 'A handler may only import its module, the kernel, and the files of the catalog that its module needs.',
    from: new RegExp(`^functions/${module}/`),
    only: [`^shared/modules/${module}/`, `^shared/catalog/(${files})\\.ts$`, ...ofHandlers],
  })),
  {
    says:
      'The export of lists and the refusal of unknown routes may import the catalog; the cancellation of progress may ' +
      'import the cancellation of sync runs.',
    from: new RegExp(`^functions/(${special})/`),
    only: [
      '^shared/modules/$1/',
      '^shared/catalog/(exports|paths)\\.ts$',
      '^shared/modules/sync/public\\.ts$',
      ...ofHandlers,
    ],
  },
  {
    says: 'A handler must not import the table: its module reads and writes.',
    from: /^functions\//,
    never: /^shared\/(kernel\/table\/|.*-store\.ts$)/,
  },
  {
    says: 'Shared code must not import deployment or local runtime code.',
    from: /^shared\//,
    never: /^(lib|bin|functions|test)\//,
  },
  {
    says: 'Programs in bin are not imported; tests may import their parts.',
    from: /./,
    never: /^bin\/[^/]+$/,
  },
  {
    says: 'Shipped code must not import tests.',
    from: /^(lib|functions|shared)\//,
    never: /^test\//,
  },
  {
    says: 'Functions must not load samples: they are for documents, tests, benches and the demo.',
    from: /^functions\//,
    never: /^shared\/(.*\/)?samples(\.ts$|\/)/,
    deep: true,
  },
  {
    says: 'Functions must not load manifests: code that enumerates modules loads registries of one kind.',
    from: /^functions\//,
    never: /^shared\/(catalog\/(module-)?manifests|kernel\/resources\/manifest|modules\/[^/]+\/module)\.ts$/,
    deep: true,
  },
  {
    says: 'Handlers are loaded as bundles, not imported.',
    from: /^(bin|lib|shared)\//,
    never: /^functions\//,
  },
  {
    says: "Only lib may import CDK; bin/platform.ts is the app that CDK's command line runs.",
    from: /^(?!lib\/)/,
    never: /^(aws-cdk-lib|constructs|cdk-nag)(\/|$)/,
    except: /^(bin\/platform\.ts$|test\/(infra|support)\/)/,
  },
  {
    says: 'The local runtime knows a CloudFormation template, nothing of this product.',
    from: /^lib\/local\//,
    only: ['^lib/local/', '^(?!(bin|functions|lib|shared|test)/)'],
  },
  {
    says: 'Only programs, the lab, the demo and tests run templates locally.',
    from: /^(functions|shared|lib\/(?!demo\/|lab\/|local\/))/,
    never: /^lib\/(demo|local)\//,
  },
  {
    says: 'The lab measures the product, which must not import it.',
    from: /^(functions|shared|lib\/(?!lab\/))/,
    never: /^lib\/lab\//,
  },
  {
    says: 'Only shared/kernel/table may use DynamoDB.',
    from: /^(shared|functions)\/(?!kernel\/table\/)/,
    never: /^@aws-sdk\/client-dynamodb$/,
  },
  {
    says: 'Only shared/kernel/files, and the sync adapter for buckets, may use S3.',
    from: /^(shared|functions)\/(?!kernel\/files\/|modules\/sync\/adapters\/s3-)/,
    never: /^@aws-sdk\/(client-s3|s3-presigned-post)$/,
  },
  {
    says: 'In the kernel, only queues may use SQS, only events the bus, only schedules EventBridge Scheduler.',
    from: /^(shared|functions)\/(?!kernel\/(queues|events|schedules)\/)/,
    never: /^@aws-sdk\/client-(sqs|eventbridge|scheduler)$/,
  },
  {
    says: 'Only shared/kernel/secrets may use KMS, only text extraction Textract.',
    from: /^(shared|functions)\/(?!kernel\/secrets\/|modules\/attachments\/extraction\/)/,
    never: /^@aws-sdk\/client-(kms|textract)$/,
  },
  {
    says: 'The console may only use the client: other programs can do everything that the console does.',
    from: /^lib\/console\/(?!vite\.config\.ts$)/,
    only: [
      '^lib/console/',
      '^shared/clients/typescript/',
      '^(react|react-dom|react-router|react-hook-form|uqr|@simplewebauthn/browser)(/|$)',
      '^@tanstack/',
    ],
  },
  {
    says: 'Only the module email may use SES.',
    from: /^(shared|functions)\/(?!modules\/email\/sending\/)/,
    never: /^@aws-sdk\/client-sesv2$/,
  },
  {
    says: 'The client can be published, so it must not import the platform.',
    from: /^shared\/clients\/typescript\//,
    only: ['^shared/clients/typescript/', '^openapi-fetch$'],
  },
];
