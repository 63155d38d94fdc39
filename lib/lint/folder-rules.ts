/** What a folder may import of another, each rule with the sentence that it stands for. */

interface Rule {
  /** The rule in words, printed with what breaks it. */
  says: string;
  /** The files that it is about. */
  from: RegExp;
  /** Of those, the ones that may. */
  except?: RegExp;
}

/** Imports that are refused. */
export interface ForbiddenImport extends Rule {
  never: RegExp;
  /** Refused as well when it comes with what is imported; types, of which nothing is left, do not count then. */
  deep?: true;
}

/** Everything that is not among these is refused. */
export interface AllowedImports extends Rule {
  /** `$1` is what the first group of `from` has found. */
  only: readonly string[];
}

export type FolderRule = ForbiddenImport | AllowedImports;

/** Modules whose handlers are in folders of other names. */
const folders = {
  identity: 'api-keys|users|roles|auth|directory',
  platform: 'canary|console|front|health|overview',
  webhooks: 'inbound',
} as const;

/** What handlers of every module know. */
const ofHandlers = [
  '^shared/kernel/(http|auth|queues|lists|errors|observability|settings|text)/',
  '^aws-lambda$',
];

export const folderRules: readonly FolderRule[] = [
  {
    says: 'The kernel knows no module.',
    from: /^shared\/kernel\//,
    never: /^shared\/(?!kernel\/)/,
  },
  {
    says: 'Contracts are data: with none of them comes an SDK, a handler, a store or the table.',
    from: /^shared\/(catalog\/endpoints|.*contract[^/]*)\.ts$/,
    never:
      /^(@aws-sdk\/|@middy\/|stripe$|undici$|functions\/|shared\/.*store\.ts$|shared\/kernel\/table\/(table|read|write))/,
    deep: true,
  },
  {
    says: 'A handler knows its module and the kernel; nothing else.',
    from: new RegExp(`^functions/(?!(?:exports|progress|${Object.values(folders).join('|')})/)([^/]+)/`),
    only: ['^shared/modules/$1/', ...ofHandlers],
  },
  ...Object.entries(folders).map(([module, names]) => ({
    says: 'A handler knows its module and the kernel; nothing else.',
    from: new RegExp(`^functions/(?:${names})/`),
    only: [`^shared/modules/${module}/`, ...ofHandlers],
  })),
  {
    says: 'The export of lists knows the catalog; who cancels the progress of a sync run cancels the run.',
    from: /^functions\/(exports|progress)\//,
    only: [
      '^shared/modules/$1/',
      '^shared/catalog/exports\\.ts$',
      '^shared/modules/sync/public\\.ts$',
      ...ofHandlers,
    ],
  },
  {
    says: 'A handler leaves the table to its module.',
    from: /^functions\//,
    never: /^shared\/(kernel\/table\/|.*-store\.ts$)/,
  },
  {
    says: 'Shared code knows neither how it is deployed nor who calls it.',
    from: /^shared\//,
    never: /^(lib|bin|functions|test)\//,
  },
  {
    says: 'Programs that people run are not imported; tests may look at their parts.',
    from: /./,
    never: /^bin\/[^/]+$/,
  },
  {
    says: 'What is shipped does not know its tests.',
    from: /^(lib|functions|shared)\//,
    never: /^test\//,
  },
  {
    says: 'No function loads samples: they are for documents, tests, benches and the demo.',
    from: /^functions\//,
    never: /^shared\/(.*\/)?samples(\.ts$|\/)/,
    deep: true,
  },
  {
    says: 'No function loads a manifest: those that enumerate modules load registries of one kind.',
    from: /^functions\//,
    never: /^shared\/(catalog\/manifests|modules\/[^/]+\/module)\.ts$/,
    deep: true,
  },
  {
    says: 'The engine of rules is pure: with import() of it, the bundler would keep the whole client of the table.',
    from: /^shared\/modules\/rules\/execution\/rule-engine\.ts$/,
    never: /^(@aws-sdk\/|shared\/kernel\/table\/(table|read|write)\.ts$)/,
    deep: true,
  },
  {
    says: 'Handlers are loaded as bundles, not imported.',
    from: /^(bin|lib|shared)\//,
    never: /^functions\//,
  },
  {
    says: 'Only lib knows CDK; bin/platform.ts is the app that its command line runs.',
    from: /^(?!lib\/)/,
    never: /^(aws-cdk-lib|constructs|cdk-nag)(\/|$)/,
    except: /^(bin\/platform\.ts$|test\/(infra|support)\/)/,
  },
  {
    says: 'The stacks do not know the local runtime, which reads their template.',
    from: /^lib\/aws\//,
    never: /^lib\/(local|bench)\//,
  },
  {
    says: 'Only shared/kernel/table knows DynamoDB.',
    from: /^(shared|functions)\/(?!kernel\/table\/)/,
    never: /^@aws-sdk\/client-dynamodb$/,
  },
  {
    says: 'Only shared/kernel/files knows S3, and the sync adapter for buckets of others.',
    from: /^(shared|functions)\/(?!kernel\/files\/|modules\/sync\/adapters\/s3-)/,
    never: /^@aws-sdk\/(client-s3|s3-presigned-post)$/,
  },
  {
    says: 'In the kernel, only queues knows SQS, only events the bus, only schedules EventBridge Scheduler.',
    from: /^(shared|functions)\/(?!kernel\/(queues|events|schedules)\/)/,
    never: /^@aws-sdk\/client-(sqs|eventbridge|scheduler)$/,
  },
  {
    says: 'Only shared/kernel/secrets knows KMS, only the extraction of text Textract.',
    from: /^(shared|functions)\/(?!kernel\/secrets\/|modules\/attachments\/extraction\/)/,
    never: /^@aws-sdk\/client-(kms|textract)$/,
  },
  {
    says: 'The console knows the platform by its client only: other programs can do everything that it does.',
    from: /^lib\/console\/(?!vite\.config\.ts$)/,
    only: [
      '^lib/console/',
      '^shared/clients/typescript/',
      '^(react|react-dom|react-router|react-hook-form)(/|$)',
      '^@tanstack/',
    ],
  },
  {
    says: 'Only the module email knows SES.',
    from: /^(shared|functions)\/(?!modules\/email\/sending\/)/,
    never: /^@aws-sdk\/client-sesv2$/,
  },
  {
    says: 'The client can be published: it imports nothing of the platform.',
    from: /^shared\/clients\/typescript\//,
    only: ['^shared/clients/typescript/', '^openapi-fetch$'],
  },
];
