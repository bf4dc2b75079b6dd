import { App, type AppProps } from 'aws-cdk-lib';
import cdkJson from '../../cdk.json' with { type: 'json' };

/**
 * An app with the feature flags of `cdk.json`, whoever runs it: the CDK CLI passes them in, but tests and the local
 * runner start without it and must get the same templates. Nothing about the app is reported to AWS.
 */
export const createCdkApp = (props: Pick<AppProps, 'outdir' | 'context'> = {}): App =>
  new App({
    analyticsReporting: false,
    treeMetadata: false,
    // The caller synthesizes, so that a bad setting leaves nothing behind.
    autoSynth: false,
    ...props,
    context: { ...cdkJson.context, ...props.context },
  });
