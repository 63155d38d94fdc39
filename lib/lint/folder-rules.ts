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

/** Whatever is not among these is refused. */
export interface AllowedImports extends Rule {
  /** `$1` is what the first group of `from` has found. */
  only: readonly string[];
}

export type FolderRule = ForbiddenImport | AllowedImports;

export const folderRules: readonly FolderRule[] = [
  {
    says: 'Contracts are data: with none of them comes an SDK, a handler, a store or the table.',
    from: /^shared\/(endpoints|.*contract[^/]*)\.ts$/,
    never:
      /^(@aws-sdk\/|@middy\/|stripe$|undici$|functions\/|shared\/.*store\.ts$|shared\/table\/(table|read|write))/,
    deep: true,
  },
  {
    says: 'A handler knows its module, shared/http and what runs workers; nothing else.',
    from: /^functions\/([^/]+)\//,
    only: [
      '^shared/$1/',
      '^shared/(http|workers|exports)/',
      // What several modules are made of.
      '^shared/(identity|broadcast|extraction|openapi)/',
      '^shared/(log|version)\\.ts$',
      '^aws-lambda$',
    ],
  },
  {
    says: 'A handler leaves the table to its module.',
    from: /^functions\//,
    never: /^shared\/(table\/|.*-store\.ts$)/,
  },
  {
    says: 'Shared code knows neither how it is deployed nor who calls it.',
    from: /^shared\//,
    never: /^(lib|bin|functions|test)\//,
  },
  {
    says: 'Nobody imports a program that people run; tests may look at what it is made of.',
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
    never: /^shared\/(samples\.ts$|samples\/|[^/]+\/samples\.ts$)/,
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
    says: 'The stacks do not know the runtime on one machine, which reads their template.',
    from: /^lib\/aws\//,
    never: /^lib\/(local|bench)\//,
  },
  {
    says: 'Only shared/table knows DynamoDB.',
    from: /^(shared|functions)\/(?!table\/)/,
    never: /^@aws-sdk\/client-dynamodb$/,
  },
  {
    says: 'Only shared/files knows S3, and the sync adapter for buckets of others.',
    from: /^(shared|functions)\/(?!files\/|sync\/adapters\/s3-)/,
    never: /^@aws-sdk\/(client-s3|s3-presigned-post)$/,
  },
  {
    says: 'Only shared/workers knows SQS, only shared/events the bus, only shared/schedules EventBridge Scheduler.',
    from: /^(shared|functions)\/(?!(workers|events|schedules)\/)/,
    never: /^@aws-sdk\/client-(sqs|eventbridge|scheduler)$/,
  },
  {
    says: 'Only shared/secrets knows KMS, only shared/extraction Textract.',
    from: /^(shared|functions)\/(?!(secrets|extraction)\/)/,
    never: /^@aws-sdk\/client-(kms|textract)$/,
  },
  {
    says: 'The client can be published: it imports nothing of the platform.',
    from: /^shared\/client\//,
    only: ['^shared/client/', '^openapi-fetch$'],
  },
];
