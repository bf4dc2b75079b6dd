/**
 * A pipeline that deploys every change of a repository to a trial account and, once somebody agrees, to the account that
 * others rely on. To use it: change what is in capitals below, `npx cdk deploy --app 'node examples/pipeline.ts'` once in
 * the account of the pipeline; from then on it deploys itself.
 */
import { Stack } from 'aws-cdk-lib';
import { CodePipeline, CodePipelineSource, ManualApprovalStep, ShellStep } from 'aws-cdk-lib/pipelines';
import type { Construct } from 'constructs';
import { stage as dev } from '../config/dev.ts';
import { stage as prod } from '../config/prod.ts';
import { createCdkApp } from '../lib/config/cdk-app.ts';
import { asInterface } from '../lib/constructs/as-interface.ts';
import { NotificationRouterStage } from '../lib/index.ts';

const REPOSITORY = 'YOUR-ORGANISATION/notification-router';
/** Made once in the console, under "Connections". */
const CONNECTION_ARN = 'arn:aws:codeconnections:eu-central-1:111122223333:connection/CONNECTION-ID';
const DEV = { account: '222233334444', region: 'eu-central-1' };
const PROD = { account: '333344445555', region: 'eu-central-1' };

/** The stack that holds the pipeline. */
export function pipeline(scope: Construct): Stack {
  const stack = new Stack(scope, 'NotificationRouterPipeline', {
    env: { account: '111122223333', region: 'eu-central-1' },
  });
  const stages = new CodePipeline(stack, 'Pipeline', {
    crossAccountKeys: true,
    synth: asInterface(
      new ShellStep('Synth', {
        input: asInterface(CodePipelineSource.connection(REPOSITORY, 'main', { connectionArn: CONNECTION_ARN })),
        commands: ['npm ci', "npx cdk synth --quiet --app 'node examples/pipeline.ts'"],
      }),
    ),
  });
  stages.addStage(new NotificationRouterStage(stack, 'Dev', { ...dev, env: DEV }));
  stages.addStage(new NotificationRouterStage(stack, 'Prod', { ...prod, env: PROD }), {
    pre: [new ManualApprovalStep('Agree')],
  });
  // Stages are known only now.
  stages.buildPipeline();
  return stack;
}

if (import.meta.main) {
  const app = createCdkApp();
  pipeline(app);
  app.synth();
}
