/**
 * A host of SNS in a region. `sns.s3.amazonaws.com` is not one: it is a bucket, and anybody may own that. Regions of
 * China have a domain of their own.
 */
const HOST =
  /^sns\.(?:(?!cn-)[a-z]{2}(?:-[a-z]+)+-\d{1,2}\.amazonaws\.com|cn(?:-[a-z]+)+-\d{1,2}\.amazonaws\.com\.cn)$/;

/** Where SNS keeps its certificates. @see https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html */
const CERTIFICATE = /^\/SimpleNotificationService-[0-9a-f]{16,64}\.pem$/;

/** Whether a signing certificate may be fetched from `url`: SNS's own host and path, over https, and nothing else. */
export function isCertificateUrl(url: string): boolean {
  const read = snsUrl(url);
  return read !== undefined && CERTIFICATE.test(read.pathname) && read.search === '';
}

/** Whether a GET of `url` confirms a subscription to `topicArn`, and does nothing else. */
export function isSubscribeUrl(url: string, topicArn: string): boolean {
  const read = snsUrl(url);
  if (read?.pathname !== '/') return false;
  // Of two actions nobody knows which one counts.
  const only = (name: string) => read.searchParams.getAll(name).join();
  return only('Action') === 'ConfirmSubscription' && only('TopicArn') === topicArn;
}

function snsUrl(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const plain =
    url.protocol === 'https:' && url.port === '' && url.username === '' && url.password === '' && url.hash === '';
  return plain && HOST.test(url.hostname) ? url : undefined;
}
