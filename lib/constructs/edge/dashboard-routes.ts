/** The pages of the dashboard, as its router knows them; `*` is any one segment. */
export const dashboardPages: readonly string[] = [
  '/',
  '/asks/*',
  '/callback',
  '/invitations/*',
  '/live',
  '/messages/*',
  '/new-organization',
  '/o/*',
  '/o/*/asks',
  '/o/*/asks/*',
  '/o/*/alerts',
  '/o/*/alerts/*',
  '/o/*/audit',
  '/o/*/channels',
  '/o/*/channels/*',
  '/o/*/channels/create',
  '/o/*/config',
  '/o/*/live',
  '/o/*/members',
  '/o/*/messages',
  '/o/*/messages/*',
  '/o/*/settings',
  '/o/*/start',
  '/o/*/tokens',
  '/o/*/webhooks',
  '/o/*/webhooks/*',
  '/o/*/webhooks/*/channels/*',
  '/o/*/webhooks/*/edit',
  '/o/*/webhooks/create',
  '/sign-in',
];

/**
 * Source of the CloudFront Function of the default behaviour (runtime cloudfront-js-2.0, viewer request).
 *
 * - What begins like the API but is none of its paths, such as `/n` or `//api/v1/me`, is answered
 *   `404 {"error":"Not found"}`: its behaviours start one slash later.
 * - Pages and files are read only: other methods are answered 405.
 * - A path of a page of the dashboard becomes its one document; any other whose last segment has no dot is a 404.
 * - A path with a dot is a file. A path that does not start with an entry of the site's top folder exists nowhere. The
 *   function answers it 404, because S3 would answer 403 in XML, and custom error responses of CloudFront would apply
 *   to the API too.
 *
 * @param topLevel names in the site's top folder; changing them deploys the function anew
 */
export const dashboardRoutesCode = (topLevel: readonly string[]): string => `
var PAGES = ${JSON.stringify(dashboardPages.map((page) => page.split('/').filter((segment) => segment !== '')))};
var TOP_LEVEL = ${JSON.stringify(topLevel)};
var API = ['a', 'api', 'c', 'n', 'push'];
var JSON_TYPE = { value: 'application/json' };
var NOT_FOUND = {
  statusCode: 404,
  statusDescription: 'Not Found',
  headers: { 'content-type': JSON_TYPE },
  body: '{"error":"Not found"}'
};
var METHOD_NOT_ALLOWED = {
  statusCode: 405,
  statusDescription: 'Method Not Allowed',
  headers: { 'content-type': JSON_TYPE, allow: { value: 'GET, HEAD' } },
  body: '{"error":"Method not allowed"}'
};
var NO_PAGE = {
  statusCode: 404,
  statusDescription: 'Not Found',
  headers: { 'content-type': { value: 'text/html; charset=utf-8' } },
  body: '<!doctype html><html lang="en"><title>Not found</title><p>There is no such page. <a href="/">Go to the overview</a>'
};
function isPage(parts) {
  return PAGES.some(function (page) {
    return page.length === parts.length && page.every(function (part, at) { return part === '*' || part === parts[at]; });
  });
}
function handler(event) {
  var request = event.request;
  var segments = request.uri.split('/');
  var parts = segments.filter(function (segment) { return segment !== ''; });
  if (API.indexOf(parts[0]) !== -1) return NOT_FOUND;
  if (request.method !== 'GET' && request.method !== 'HEAD') return METHOD_NOT_ALLOWED;
  if (segments[segments.length - 1].indexOf('.') === -1) {
    if (!isPage(parts)) return NO_PAGE;
    request.uri = '/index.html';
    return request;
  }
  return TOP_LEVEL.indexOf(segments[1]) === -1 ? NOT_FOUND : request;
}
`;
