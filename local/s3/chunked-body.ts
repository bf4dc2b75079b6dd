const CRLF = '\r\n';

/**
 * The bytes of a body in `aws-chunked` encoding, which the SDKs use to append a checksum: chunks of
 * `<hex length>[;extension]CRLF<bytes>CRLF`, a chunk of length 0, trailers.
 *
 * @throws RangeError when the framing is broken.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming.html
 */
export function decodeAwsChunked(encoded: Buffer): Buffer {
  const chunks: Buffer[] = [];
  let position = 0;
  for (;;) {
    const lineEnd = encoded.indexOf(CRLF, position);
    const length = Number.parseInt(encoded.toString('latin1', position, lineEnd), 16);
    if (lineEnd === -1 || !Number.isInteger(length)) throw new RangeError('aws-chunked: no chunk length');
    if (length === 0) return Buffer.concat(chunks);
    const start = lineEnd + CRLF.length;
    if (start + length > encoded.length) throw new RangeError('aws-chunked: the body ends within a chunk');
    chunks.push(encoded.subarray(start, start + length));
    position = start + length + CRLF.length;
  }
}
