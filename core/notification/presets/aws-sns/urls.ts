/** A host of SNS in some region: nothing after `.amazonaws.com`, one label for the region. */
const HOST = /^sns\.[a-z0-9-]+\.amazonaws\.com(?:\.cn)?$/;

/** Whether a signing certificate may be fetched from `url`: SNS's own host, https, a `.pem`. */
export function isCertificateUrl(url: string): boolean {
  const read = snsUrl(url);
  return read !== undefined && read.pathname.endsWith('.pem') && read.search === '';
}

/** Whether a GET of `url` confirms a subscription to `topicArn`, and does nothing else. */
export function isSubscribeUrl(url: string, topicArn: string): boolean {
  const query = snsUrl(url)?.searchParams;
  return query?.get('Action') === 'ConfirmSubscription' && query.get('TopicArn') === topicArn;
}

function snsUrl(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const plain = url.protocol === 'https:' && url.port === '' && url.username === '' && url.password === '';
  return plain && HOST.test(url.hostname) ? url : undefined;
}
