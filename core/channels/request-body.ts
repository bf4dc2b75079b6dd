import type { ChannelRequest } from './channel-kind.ts';

/** The content of a request, as text. For a web push, it is the text that only the browser will read. */
export function bodyTextOf(request: ChannelRequest): string {
  switch (request.kind) {
    case 'http':
      return typeof request.body === 'string' ? request.body : new TextDecoder().decode(request.body);
    case 'web-push':
      return request.payload;
    case 'aws':
      return JSON.stringify(request.input);
  }
}
