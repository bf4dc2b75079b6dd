import path from 'node:path';

/** Rules of this repository. A plugin of oxlint, which loads JavaScript. */
export default {
  meta: { name: 'router' },
  rules: {
    /** Clients of AWS are made by `createClient` alone: made by hand they wait for ever on an answer that does not come. */
    'aws-clients': {
      create: (context) => ({
        NewExpression(node) {
          if (node.callee.type === 'Identifier' && awsClients(context).has(node.callee.name)) {
            context.report({
              node,
              message: 'Use createClient of adapters/aws/create-client.ts: it knows when to give up.',
            });
          }
        },
      }),
    },
    /**
     * The order of the rooms of `core/`, from the ground up, those side by side in one list. A room imports only rooms
     * below it, so that none can be part of a circle.
     */
    'core-order': {
      meta: { schema: [{ type: 'array', items: { type: 'array', items: { type: 'string' } } }] },
      create(context) {
        const [order] = context.options;
        const room = roomOf(context.filename);
        const allowed = new Set(order.slice(0, floorOf(order, room)).flat());
        const check = (node) => {
          const target = importedRoom(context.filename, node.source?.value);
          if (target === undefined || target === room || allowed.has(target)) return;
          context.report({ node, message: `core/${room} must not import core/${target}: it is not below it.` });
        };
        return {
          Program(node) {
            if (floorOf(order, room) === -1)
              context.report({ node, message: `core/${room} has no place in the order.` });
          },
          ImportDeclaration: check,
          ImportExpression: check,
          ExportNamedDeclaration: check,
          ExportAllDeclaration: check,
          TSImportType: check,
        };
      },
    },
  },
};

const CORE = path.join(import.meta.dirname, 'core');

/** The room of `core/` that a file lies in; its path starts with `..` when that is none. */
function roomOf(file) {
  return path.relative(CORE, file).split(path.sep)[0];
}

/** How many lists of rooms are below a room; -1: nobody gave it a place. */
function floorOf(order, room) {
  return order.findIndex((rooms) => rooms.includes(room));
}

/** The room that an import leads to; `undefined` when it leads out of `core/`. */
function importedRoom(file, source) {
  if (typeof source !== 'string' || !source.startsWith('.')) return undefined;
  const room = roomOf(path.resolve(path.dirname(file), source));
  return room === '..' ? undefined : room;
}

/** The names under which a file imports client classes of the SDK. */
function awsClients({ sourceCode }) {
  const names = sourceCode.ast.body
    .filter(({ type, source }) => type === 'ImportDeclaration' && source.value.startsWith('@aws-sdk/client-'))
    .flatMap(({ specifiers }) => specifiers.map(({ local }) => local.name));
  return new Set(names.filter((name) => name.endsWith('Client')));
}
