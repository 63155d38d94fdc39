/** Regions without a resource type, by the data of AWS's own template validator, which comes with CDK. */
import { createRequire } from 'node:module';
import type { Synthesized } from '../runtime/template.ts';

interface Validator {
  SchemaValidator: new () => {
    validate(template: object, region: string): { ruleId: string; message: string }[];
  };
  TemplateContent: new (content: string, name: string) => object;
}

/** The validator's rule for a missing type. */
const missingType = 'F3006';

/** The types of the templates that a region does not have. */
export function typesMissingIn(app: Synthesized, regions: readonly string[]): Map<string, string[]> {
  const types = new Set(
    app.stacks
      .filter(({ region }) => region !== 'us-east-1')
      .flatMap(({ resources }) => resources.map(({ type }) => type)),
  );
  const cdk = createRequire(createRequire(import.meta.url).resolve('aws-cdk-lib/package.json'));
  const { SchemaValidator, TemplateContent }: Validator = cdk('@aws/cloudformation-validate');
  const resources = Object.fromEntries([...types].map((Type, index) => [`Resource${index}`, { Type }]));
  const template = new TemplateContent(JSON.stringify({ Resources: resources }), 'types');
  const validator = new SchemaValidator();
  return new Map(
    regions.map((region) => {
      const missing = validator.validate(template, region).filter(({ ruleId }) => ruleId === missingType);
      return [region, missing.map(({ message }) => /'(AWS::[\w:]+)'/.exec(message)?.[1] ?? message)];
    }),
  );
}
