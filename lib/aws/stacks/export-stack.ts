import type { Construct } from 'constructs';
import type { Endpoint } from '../../../shared/kernel/http/endpoint-spec.ts';
import { exportedRowsOf } from '../../../shared/kernel/lists/exported-list.ts';
import { PlatformFunction, type PlatformFunctionProps } from '../constructs/platform-function.ts';
import { WholeFunction } from '../constructs/whole-function.ts';
import type { Deployment } from '../deployment.ts';
import { exportEntry } from '../function-entries.ts';
import { endpointGrants } from '../policies/grants.ts';
import { PlatformStack } from './platform-stack.ts';

/** Lambda streams about 2 MB per second, and no client waits longer than five minutes. */
const timeoutSeconds = 300;

/** The one function that exports any list, with the permissions of the lists and no others. */
export class ExportStack extends PlatformStack {
  /** `reserved` is the function’s reserved concurrency, 0 for none. */
  constructor(scope: Construct, deployment: Deployment, endpoints: readonly Endpoint[], reserved: number) {
    const { module, name } = exportEntry;
    super(scope, deployment, module, 'Platform Modules: the export of lists');
    const lists = endpoints.filter(exportedRowsOf);
    const table = [...new Set(lists.flatMap(({ permissions }) => permissions?.table ?? []))].toSorted();
    const logGroup = this.moduleLogGroup(module, 'of-other-modules');
    const props: PlatformFunctionProps = {
      deployment,
      module,
      name,
      description: 'Streams a list as CSV, JSON, XML or Markdown',
      logGroup,
      grants: endpointGrants(
        { auth: 'caller', scope: 'organization', transport: 'stream', permissions: { table } },
        this.grantTargets(logGroup),
      ),
      timeoutSeconds,
      reservedConcurrency: reserved || undefined,
    };
    new WholeFunction(this, 'ExportListWhole', props, new PlatformFunction(this, 'ExportList', props));
  }
}
