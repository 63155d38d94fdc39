/** The schedules that the template declares, validated as a deployment would. */
import { AwsError } from '../gateway/aws-service.ts';
import { statementsOfRole } from '../gateway/identities.ts';
import type { AuthorizeServiceCall } from '../lambda/lambda.ts';
import type { ResolvedApp, Resource } from '../types.ts';
import { definitionOf, type ScheduleDefinition } from './definition.ts';
import { mayAssume } from './delivery.ts';

function read(resource: Resource): ScheduleDefinition {
  try {
    return definitionOf(resource.properties, resource.physicalId, Date.now());
  } catch (error) {
    const reason = error instanceof AwsError ? error.message : String(error);
    throw new Error(`The schedule ${resource.physicalId} does not run locally: ${reason}`);
  }
}

/**
 * Returns the template's schedules. Throws when one starts an unknown function, has a role that cannot be assumed, or
 * lacks the permission.
 */
export function templateSchedules(
  app: ResolvedApp,
  authorizeServiceCall: AuthorizeServiceCall,
): ScheduleDefinition[] {
  return app.ofType('AWS::Scheduler::Schedule').map((resource) => {
    const definition = read(resource);
    const { name, target } = definition;
    if (app.find(target.Arn)?.type !== 'AWS::Lambda::Function') {
      throw new Error(`The schedule ${name} starts ${target.Arn}, which is not a function of the app.`);
    }
    if (!mayAssume(app, definition)) {
      throw new Error(
        `${target.RoleArn}, the role of the schedule ${name}, cannot be assumed by the scheduler.`,
      );
    }
    const need = { action: 'lambda:InvokeFunction', resource: target.Arn };
    const statements = statementsOfRole(app, target.RoleArn);
    if (!authorizeServiceCall({ identityName: name, statements, ...need })) {
      throw new Error(`The role of the schedule ${name} does not allow ${need.action} on ${need.resource}.`);
    }
    return definition;
  });
}
