import type { Construct } from 'constructs';
import { wholeResponsesVariable } from '../../../shared/kernel/http/whole-response.ts';
import { wholeName } from '../names.ts';
import { PlatformFunction, type PlatformFunctionProps } from './platform-function.ts';

/**
 * The sibling of a streaming function, with the same code and role, that returns whole responses. The public host calls
 * it for responses without a body.
 */
export class WholeFunction extends PlatformFunction {
  /** `props` are those of the streaming function. */
  constructor(scope: Construct, id: string, props: PlatformFunctionProps, { roleArn }: PlatformFunction) {
    super(scope, id, {
      ...props,
      sibling: { name: wholeName(props.name), roleArn },
      description: `Whole responses of ${props.description}`.slice(0, 256),
      environment: { ...props.environment, [wholeResponsesVariable]: 'true' },
      reservedConcurrency: undefined,
    });
  }
}
