import { Validations } from 'aws-cdk-lib';
import { CfnSecret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { Deployment } from '../deployment.ts';
import { acceptedSecretsName, originSecretName } from '../names.ts';

const rotatedBecause =
  'It is rotated by deploying the next generation number, because the functions and then CloudFront must change ' +
  'in that order; a rotation function cannot do that.';

/** The first generation has no previous one. */
const isGeneration = (number: number): boolean => number >= 1;

/**
 * The secrets by which functions identify the public host. One random value per generation; the host sends the latest,
 * and the functions accept the latest and the previous one, so that both can be updated one after the other.
 *
 * A new generation is one deployment with the next number: functions first (by the stacks' order), then the host.
 *
 * Secrets of the previous generation are kept for one more deployment: while functions are updated, CloudFormation
 * still resolves references of their old template (https://github.com/aws/aws-cdk/issues/24130), and so does a
 * rollback.
 */
export class OriginSecrets extends Construct {
  constructor(scope: Construct, id: string, { stage, originSecret: latest }: Deployment) {
    super(scope, id);
    const values = new Map<number, CfnSecret>();
    const secretOf = (generation: number): CfnSecret => {
      const known = values.get(generation);
      if (known !== undefined) return known;
      const secret = new CfnSecret(this, `Generation${generation}`, {
        name: originSecretName(stage, generation),
        description: 'Proves to the functions that a request came through the public host',
        generateSecretString: { passwordLength: 48, excludePunctuation: true },
      });
      values.set(generation, secret);
      return secret;
    };
    // CloudFormation resolves at most 60 references per template; one secret with both values allows 60 functions.
    const accepted = [latest, latest - 1].filter(isGeneration).map((generation) => {
      const pair = [secretOf(generation), secretOf(generation - 1)];
      return new CfnSecret(this, `AcceptedWith${generation}`, {
        name: acceptedSecretsName(stage, generation),
        description: 'The secrets that the functions accept',
        secretString: pair.map((secret) => `{{resolve:secretsmanager:${secret.ref}:SecretString}}`).join(','),
      });
    });
    for (const secret of [...values.values(), ...accepted]) {
      Validations.of(secret).acknowledge({ id: 'AwsSolutions-SMG4', reason: rotatedBecause });
    }
  }
}
