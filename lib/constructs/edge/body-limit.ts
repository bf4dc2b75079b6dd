/** Bytes. Up to here the functions decide, after their other checks; a larger body would not fit a Lambda event. */
const FRONT_DOOR_BYTES = 4 * 1024 * 1024;

/**
 * Source of the CloudFront Function before the API (runtime cloudfront-js-2.0, viewer request). It refuses requests
 * whose `content-length` is over 4 MiB, in the words of the functions behind it: API Gateway would refuse some of them
 * in words of its own, which an HTTP API cannot change.
 *
 * @param maxSendBytes the limit of sends, `WEBHOOK_MAX_BODY_BYTES`
 */
export const bodyLimitCode = (maxSendBytes: number): string => `
function tooLarge(body) {
  return {
    statusCode: 413,
    statusDescription: 'Payload Too Large',
    headers: { 'content-type': { value: 'application/json' } },
    body: body
  };
}
function handler(event) {
  var request = event.request;
  var length = request.headers['content-length'];
  if (!length || Number(length.value) <= ${FRONT_DOOR_BYTES}) return request;
  return request.uri.indexOf('/n/') === 0
    ? tooLarge('{"error":"Payload too large","limit":${maxSendBytes}}')
    : tooLarge('{"error":"The body is larger than 1048576 bytes"}');
}
`;
