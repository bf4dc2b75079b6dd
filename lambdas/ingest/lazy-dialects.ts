import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { dialectNames, isDialectName } from '../../core/notification/dialects/dialect-names.ts';
import type { DialectHandlerDeps } from './dialect-handler.ts';

type Handle = (event: APIGatewayProxyEventV2) => Promise<APIGatewayProxyStructuredResultV2>;

const ADDRESS = new RegExp(`^/n/([^/]+)/(${dialectNames.join('|')})(/.*)?$`, 's');

/**
 * Leaves to `plain` every request but those to the addresses of other products. What answers these is loaded with the
 * first one: most sends are in no such language.
 */
export function withDialects(plain: Handle, deps: DialectHandlerDeps): Handle {
  return async (event) => {
    const [, publicId = '', dialect = '', path = ''] = ADDRESS.exec(event.rawPath) ?? [];
    if (!isDialectName(dialect)) return plain(event);
    const { handleDialect } = await import('./dialect-handler.ts');
    return handleDialect(deps, { publicId, dialect, path }, event);
  };
}
