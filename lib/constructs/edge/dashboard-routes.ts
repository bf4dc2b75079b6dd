/**
 * Source of the CloudFront Function of the default behaviour (runtime cloudfront-js-2.0, viewer request).
 *
 * - A path whose last segment has no dot is a route of the dashboard and becomes its one page, except `/n` and `/api`:
 *   those belong to the API, but its behaviours start one slash later.
 * - A path with a dot is a file. What does not start with an entry of the site's top folder exists nowhere and is
 *   answered `404 {"error":"Not found"}` here, because S3 would answer 403 in XML, and custom error responses of
 *   CloudFront would apply to the API too.
 *
 * @param topLevel names in the site's top folder; a change of them deploys the function anew
 */
export const dashboardRoutesCode = (topLevel: readonly string[]): string => `
var TOP_LEVEL = ${JSON.stringify(topLevel)};
var NOT_FOUND = {
  statusCode: 404,
  statusDescription: 'Not Found',
  headers: { 'content-type': { value: 'application/json' } },
  body: '{"error":"Not found"}'
};
function handler(event) {
  var request = event.request;
  var segments = request.uri.split('/');
  if (request.uri === '/n' || request.uri === '/api') return NOT_FOUND;
  if (segments[segments.length - 1].indexOf('.') === -1) {
    request.uri = '/index.html';
    return request;
  }
  return TOP_LEVEL.indexOf(segments[1]) === -1 ? NOT_FOUND : request;
}
`;
