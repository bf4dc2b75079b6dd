/** What a router deploys, built from the sources of this repository at synthesis. */
export { bundleFunction as functionCode, bundleLiveStream as liveStreamContext } from '../bundling.ts';
export { buildDashboard as dashboardFiles } from '../constructs/edge/build-dashboard.ts';
