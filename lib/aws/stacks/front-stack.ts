import { CfnOutput, Fn } from 'aws-cdk-lib';
import type { CfnDistribution } from 'aws-cdk-lib/aws-cloudfront';
import { CfnOriginAccessControl } from 'aws-cdk-lib/aws-cloudfront';
import { Construct } from 'constructs';
import type { ApisOf } from '../../../shared/catalog/apis.ts';
import { type Endpoint, kebabCase } from '../../../shared/kernel/http/endpoint-spec.ts';
import { wholeSuffix } from '../../../shared/kernel/http/whole-response.ts';
import { exportedRowsOf } from '../../../shared/kernel/lists/exported-list.ts';
import type { ApiName } from '../../../shared/kernel/modules/manifest.ts';
import { overheadBytes } from '../../../shared/modules/attachments/ingest/limits.ts';
import { prefixesOf } from '../api-room.ts';
import { ConsoleSite } from '../constructs/console-site.ts';
import { FunctionOrigin, type InvokeMode } from '../constructs/function-origin.ts';
import { PublicHost } from '../constructs/public-host.ts';
import type { Deployment } from '../deployment.ts';
import { consoleEntry, exportEntry } from '../function-entries.ts';
import {
  apiIdExportName,
  frontName,
  functionName,
  type IngestExport,
  ingestExportName,
  liveAlias,
  wholeName,
} from '../names.ts';
import { PlatformStack } from './platform-stack.ts';

const ingestOriginId = 'ingest';
const furtherApi = 'further-api';
/** The output that alarms in another region read. */
export const distributionIdOutput = 'DistributionId';

export interface FrontRows {
  endpoints: readonly Endpoint[];
  /** Endpoints of the ingest service. */
  ingested: readonly Endpoint[];
  apisOf: ApisOf;
}

/** The size limit at the edge: the contract's limit, or that of the deployment's own setting. */
function largestUpload({ environment }: Deployment, maxBodyBytes = 0): number {
  const megabytes = Number(environment.UPLOAD_MAX_MB ?? 0);
  return Math.max(maxBodyBytes, Math.floor(megabytes * 1024 * 1024) + overheadBytes);
}

/** Patterns of the paths whose public responses are cached, with `*` for parameters. */
function cachedPaths(endpoints: readonly Endpoint[], by: Endpoint['edgeCache']): string[] {
  const paths = endpoints
    .filter(({ edgeCache }) => edgeCache === by)
    .map(({ path }) => path.replace(/\{.*$/, '*'));
  return [...new Set(paths)];
}

/** The public host: one CloudFront distribution in front of the API, the functions that stream, and the console. */
export class FrontStack extends PlatformStack {
  constructor(scope: Construct, deployment: Deployment, { endpoints, ingested, apisOf }: FrontRows) {
    super(scope, deployment, 'front', 'Platform Modules: the public host');
    const { stage } = deployment;
    const streaming = endpoints.filter(({ transport }) => transport === 'stream');
    const exportOriginId = `${exportEntry.module}-${exportEntry.name}`;

    const apiHost = (api: ApiName): string =>
      `${Fn.importValue(apiIdExportName(stage, api))}.execute-api.${this.region}.${this.urlSuffix}`;
    const host = new PublicHost(this, 'Host', {
      deployment,
      apiDomainName: apiHost('main'),
      cachedPaths: { path: cachedPaths(endpoints, 'path'), caller: cachedPaths(endpoints, 'caller') },
      routes: {
        furtherApi: { originId: furtherApi, prefixes: prefixesOf('further', endpoints, apisOf) },
        exports: {
          paths: endpoints.filter(exportedRowsOf).map(({ path }) => path),
          originId: exportOriginId,
        },
        ingest:
          ingested.length === 0
            ? null
            : {
                originId: ingestOriginId,
                routes: ingested.map(({ method, path, maxBodyBytes, formOverheadBytes = 0 }) => ({
                  method,
                  path,
                  maxBytes: largestUpload(deployment, maxBodyBytes),
                  overheadBytes: formOverheadBytes,
                })),
              },
        streams: streaming.flatMap(({ path, otherPaths = [], operationId, etag }) =>
          [path, ...otherPaths].map((each) => ({
            path: each,
            originId: kebabCase(operationId),
            ...(etag && { revalidates: true }),
          })),
        ),
      },
    });

    host.addOrigins([host.origin({ id: furtherApi, domainName: apiHost('further') })]);

    const signing = new CfnOriginAccessControl(this, 'Signing', {
      originAccessControlConfig: {
        name: `${frontName(stage)}-streams`,
        originAccessControlOriginType: 'lambda',
        signingBehavior: 'always',
        signingProtocol: 'sigv4',
      },
    });
    const origin = (
      originId: string,
      invokeMode: InvokeMode,
      name: string,
    ): CfnDistribution.OriginProperty => {
      const { domainName } = new FunctionOrigin(this, `Stream-${originId}`, {
        functionName: name,
        invokeMode,
        alias: deployment.hasAliases ? liveAlias : undefined,
        distributionArn: host.distributionArn,
        environment: deployment.environment,
      });
      return host.origin({ id: originId, domainName, originAccessControlId: signing.attrId });
    };
    const origins = (originId: string, module: string, name: string): CfnDistribution.OriginProperty[] => [
      origin(originId, 'RESPONSE_STREAM', functionName(stage, module, name)),
      origin(`${originId}${wholeSuffix}`, 'BUFFERED', functionName(stage, module, wholeName(name))),
    ];
    host.addOrigins([
      ...origins(exportOriginId, exportEntry.module, exportEntry.name),
      ...streaming.flatMap(({ module, operationId }) => origins(kebabCase(operationId), module, operationId)),
    ]);

    if (ingested.length > 0) {
      const imported = (what: IngestExport) => Fn.importValue(ingestExportName(stage, what));
      const domainName = imported('host');
      host.addOrigins([host.origin({ id: ingestOriginId, domainName, vpcOriginId: imported('origin') })]);
    }

    const site = new ConsoleSite(this, 'Console', {
      deployment,
      logGroup: this.moduleLogGroup(consoleEntry.module, 'none'),
    });
    host.addOrigins([site.origin]);
    host.addBehaviors(site.behaviors);
    site.allowReading(host.distributionArn);
    site.uploadAfter(this.node.children.filter((child) => child !== site && Construct.isConstruct(child)));

    new CfnOutput(this, distributionIdOutput, { value: host.distributionId });
    new CfnOutput(this, 'BaseUrl', { value: `https://${host.domainName}` });
  }
}
