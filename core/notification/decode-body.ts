/** The label of the `charset` parameter, quoted or not. */
const CHARSET = /;\s*charset\s*=\s*"?([^\s";]+)/i;

/**
 * The text of a request body.
 *
 * Bytes are read in the charset that `contentType` declares, in UTF-8 when it declares none or one nobody knows. Bytes
 * that are not valid in it become U+FFFD. A byte-order mark at the start and every NUL are dropped.
 *
 * @see specification 4.1.1, rule 4
 */
export function decodeBody(bytes: Uint8Array, contentType: string | undefined): string {
  return decoderFor(contentType).decode(bytes).replaceAll('\0', '');
}

function decoderFor(contentType: string | undefined): Pick<InstanceType<typeof TextDecoder>, 'decode'> {
  const label = contentType === undefined ? undefined : CHARSET.exec(contentType)?.[1];
  try {
    return new TextDecoder(label);
  } catch {
    // A label that the Encoding Standard does not know is a sender's mistake; its body still counts.
    return new TextDecoder();
  }
}
