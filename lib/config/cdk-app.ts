import { App, type AppProps } from 'aws-cdk-lib';

/** The app of this repository, for whoever runs it. Nothing about it is reported to AWS. */
export const createCdkApp = (props: Pick<AppProps, 'outdir' | 'context'> = {}): App =>
  new App({
    analyticsReporting: false,
    treeMetadata: false,
    // The caller synthesizes, so that a bad setting leaves nothing behind.
    autoSynth: false,
    ...props,
  });
